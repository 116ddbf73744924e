// SPDX-License-Identifier: Apache-2.0
// Zip files, read and written by pieces: browsers have the compression itself.

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 };

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The checksum of bytes (CRC-32), which goes on from `before`. */
export function checksum(bytes, before = 0) {
  let value = ~before;
  for (const byte of bytes) value = table[(value ^ byte) & 255] ^ (value >>> 8);
  return ~value >>> 0;
}

async function checksumOf(blob) {
  let value = 0;
  const reader = blob.stream().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) value = checksum(part.value, value);
  return value;
}

/** A zip of `{name, blob}`, as a blob. */
export async function zipOf(files, date = new Date()) {
  const stamp = [(date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1),
    ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate()];
  const parts = [];
  const records = [];
  let offset = 0;
  for (const { name, blob } of files) {
    const packed = await new Response(blob.stream().pipeThrough(new CompressionStream("deflate-raw"))).blob();
    const bytes = new TextEncoder().encode(name);
    // The version to read it, UTF-8 names, deflate; then the sizes.
    const common = [20, 0x800, 8, ...stamp];
    const sizes = [await checksumOf(blob), packed.size, blob.size];
    parts.push(record(signatures.local, [...common], sizes, [bytes.length, 0]), bytes, packed);
    records.push(record(signatures.central, [20, ...common], sizes, [bytes.length, 0, 0, 0, 0], [0, offset]), bytes);
    offset += 30 + bytes.length + packed.size;
  }
  const size = records.reduce((sum, part) => sum + part.byteLength, 0);
  const end = record(signatures.end, [0, 0, files.length, files.length], [size, offset], [0]);
  return new Blob([...parts, ...records, end], { type: "application/zip" });
}

/** A record: its signature, then numbers of 16, 32, 16 and 32 bits. */
function record(signature, ...groups) {
  const widths = groups.map((_, index) => (index % 2 === 0 ? 2 : 4));
  const view = new DataView(new ArrayBuffer(
    4 + groups.reduce((sum, group, index) => sum + group.length * widths[index], 0)));
  view.setUint32(0, signature, true);
  let place = 4;
  for (const [index, group] of groups.entries()) {
    for (const value of group) {
      if (widths[index] === 2) view.setUint16(place, value, true);
      else view.setUint32(place, value, true);
      place += widths[index];
    }
  }
  return view.buffer;
}

/** Whether a file begins as a zip does. */
export async function isZip(file) {
  const view = new DataView(await file.slice(0, 4).arrayBuffer());
  return view.byteLength === 4 && view.getUint32(0, true) === signatures.local;
}

/** The files of a zip, as `{name, size, stream()}`; an error says what cannot be read. */
export async function filesOfZip(file) {
  const tail = new DataView(await file.slice(Math.max(0, file.size - 65557)).arrayBuffer());
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== signatures.end) end -= 1;
  if (end < 0) throw new Error(file.name + ": the zip has no end. It was not copied whole; copy it again.");
  const [size, offset] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (offset === 0xffffffff)
    throw new Error(file.name + ": the zip has more than 4 GB. Unpack it, and drop its tables.");
  const view = new DataView(await file.slice(offset, offset + size).arrayBuffer());
  const found = [];
  for (let place = 0; place + 46 <= view.byteLength && view.getUint32(place, true) === signatures.central;) {
    const short = (at) => view.getUint16(place + at, true);
    const long = (at) => view.getUint32(place + at, true);
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, place + 46, short(28)));
    const entry = { flags: short(8), method: short(10), packed: long(20), size: long(24), offset: long(42) };
    if (!name.endsWith("/") && !name.startsWith("__MACOSX"))
      found.push({ name, size: entry.size, stream: () => unpacked(file, name, entry) });
    place += 46 + short(28) + short(30) + short(32);
  }
  return found;
}

async function unpacked(file, name, { flags, method, packed, offset }) {
  if (flags & 1) throw new Error(name + " has a password. Unpack the zip, and drop its tables.");
  const head = new DataView(await file.slice(offset, offset + 30).arrayBuffer());
  const start = offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const body = file.slice(start, start + packed).stream();
  if (method === 0) return body;
  if (method !== 8) throw new Error(name + " is packed in a way that browsers cannot read. Unpack the zip first.");
  return body.pipeThrough(new DecompressionStream("deflate-raw"));
}
