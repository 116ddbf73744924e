import { PolicyInput } from "./alerts-policy.js";
import { fieldsWithoutInput, firstRules, ruleGroups } from "./alerts-rules.js";
import { element } from "./kit.js";

// The rules of a policy: five that most people need, and the others in groups.

/** The form of a policy in two parts; `changed(name, word)` takes what was entered. */
export class PolicyForm {
  constructor(changed) {
    this.changed = changed;
    this.inputs = [];
    this.first = element("div", { class: "alerts-first" });
    this.summary = element("summary", {}, "More rules");
    this.groups = element("div", { class: "alerts-groups" });
    this.kept = element("p", { class: "aside", hidden: true },
      "This policy has rules for categories of places. They count here, and are changed in the policy's file.");
    this.more = element("details", { class: "alerts-more" }, this.summary, this.kept, this.groups);
  }

  /** Makes the inputs of the server's fields. A field without a group of its own gets the last one. */
  fill(fields) {
    this.inputs = fields.filter(({ name }) => !fieldsWithoutInput.has(name))
      .map((field) => new PolicyInput(field, this.changed));
    const named = (name) => this.inputs.find((input) => input.field.name === name);
    const groups = ruleGroups.map(([title, rules]) =>
      ({ title, inputs: Object.keys(rules).map(named).filter(Boolean) }));
    const placed = new Set([...firstRules.map(named), ...groups.flatMap(({ inputs }) => inputs)]);
    groups.push({ title: "Others", inputs: this.inputs.filter((input) => !placed.has(input)) });
    this.first.replaceChildren(...firstRules.map(named).filter(Boolean).map((input) => input.element));
    this.groups.replaceChildren(...groups.filter(({ inputs }) => inputs.length > 0).map(({ title, inputs }) =>
      element("section", { "aria-label": title }, element("h3", {}, title),
        ...inputs.map((input) => input.element))));
  }

  /** Shows the words of a policy; those that differ from `base` are marked. */
  show(words, base, isOther) {
    for (const input of this.inputs) {
      const word = words[input.field.name] ?? "null";
      const isChanged = base !== undefined && word !== base[input.field.name];
      if (word !== input.word || isOther || isChanged !== input.isChanged) input.show(word, isChanged);
      input.isChanged = isChanged;
    }
    const hidden = this.inputs.filter((input) => input.isChanged && this.groups.contains(input.element)).length;
    this.summary.textContent = hidden === 0 ? "More rules" : "More rules (" + hidden + " changed)";
    this.kept.hidden = !/[^{}\s]/.test(words.categories ?? "");
  }

  get isChanged() {
    return this.inputs.some(({ isChanged }) => isChanged);
  }

  /** Shows what is wrong at its field; null when nothing is. */
  fault(error) {
    const isAt = ({ field }) => field.name === error?.place || field.name.split(".")[0] === error?.place;
    const faulty = error === null ? undefined : this.inputs.find(isAt);
    for (const input of this.inputs)
      input.fault(input === faulty ? [error.problem, error.remedy].filter(Boolean).join("; ") : null);
    if (faulty !== undefined && this.groups.contains(faulty.element)) this.more.open = true;
  }
}
