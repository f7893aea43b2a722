/** Small helpers that write SVG text. Numbers are cut to a tenth: nobody sees more. */

export type Attributes = Record<string, string | number>;

export function tag(name: string, attributes: Attributes, inner = ""): string {
  const text = Object.entries(attributes).map(([key, value]) => ` ${key}='${value}'`);
  return `<${name}${text.join("")}${inner ? `>${inner}</${name}>` : "/>"}`;
}

export const fill = (path: string, colour: string, more: Attributes = {}): string =>
  tag("path", { d: path, fill: colour, ...more });

export const line = (path: string, colour: string, width: number, more: Attributes = {}): string =>
  tag("path", { d: path, fill: "none", stroke: colour, "stroke-width": width, ...more });

export const at = (x: number, y: number, scale: number, inner: string, turn = 0): string =>
  tag(
    "g",
    {
      transform: `translate(${round(x)} ${round(y)})${turn ? `rotate(${turn})` : ""}scale(${scale})`,
    },
    inner,
  );

export const round = (value: number): number => Math.round(value * 10) / 10;

export const mirrored = (inner: string): string => tag("g", { transform: "scale(-1 1)" }, inner);

/** A picture as a CSS value: no element in the page, no id, crisp at every size. */
export function cssUrl(width: number, height: number, inner: string): string {
  const text = tag(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${width} ${height}`,
      "stroke-linejoin": "round",
    },
    inner,
  );
  return `url("data:image/svg+xml,${text.replace(/[%#<>]/g, encodeURIComponent)}")`;
}
