/** The few helpers that make and change elements; every write is skipped when nothing changes. */

type Child = Node | string;

export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = furnish(document.createElement(name), attributes);
  element.append(...children);
  return element;
}

function furnish<Kind extends Element>(element: Kind, attributes: Record<string, string>): Kind {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

export function setAttribute(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

export const mark = (element: Element, name: string, on: boolean): void =>
  setAttribute(element, name, on ? "" : null);

export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const SVG = "http://www.w3.org/2000/svg";

export const shape = (name: string, attributes: Record<string, string>): SVGElement =>
  furnish(document.createElementNS(SVG, name) as SVGElement, attributes);

export function icon(path: string): SVGElement {
  const picture = shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  picture.append(shape("path", { d: path }));
  return picture;
}
