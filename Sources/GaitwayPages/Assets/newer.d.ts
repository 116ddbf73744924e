// What browsers have and Debian's TypeScript does not know yet.

interface Array<T> {
  findLast(matches: (value: T, index: number) => unknown): T | undefined;
  toSorted(order?: (one: T, other: T) => number): T[];
}

interface MapConstructor {
  groupBy<K, T>(values: Iterable<T>, key: (value: T, index: number) => K): Map<K, T[]>;
}
