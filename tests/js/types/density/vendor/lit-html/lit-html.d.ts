/** The parts of lit-html that this house vendors, as far as the type check needs them. */

export type Template = object;
export declare function html(strings: TemplateStringsArray, ...values: unknown[]): Template;
export declare function svg(strings: TemplateStringsArray, ...values: unknown[]): Template;
export declare function render(value: unknown, container: HTMLElement): unknown;
export declare const nothing: unique symbol;
export declare const noChange: unique symbol;
export declare function repeat<T>(
  items: Iterable<T>,
  key: (item: T, index: number) => unknown,
  template: (item: T, index: number) => unknown,
): unknown;
export declare function classMap(classes: Record<string, boolean>): unknown;
export declare function live(value: unknown): unknown;
export declare function ref(callback: (element?: Element) => void): unknown;
