/** The words that Python and the page share. Whatever is legal comes from Python; nothing here knows a rule. */

export type PileKind = "stock" | "waste" | "foundation" | "tableau" | "cell";

export interface PileSpec {
  readonly name: string;
  readonly kind: PileKind;
  readonly label: string;
  readonly at: readonly [number, number];
  readonly narrow: readonly [number, number];
  readonly fan: boolean;
}

export interface Layout {
  readonly game: string;
  readonly id: string;
  readonly columns: number;
  readonly rows: number;
  readonly narrow_columns: number;
  readonly narrow_rows: number;
  readonly piles: readonly PileSpec[];
  readonly options?: readonly { readonly name: string; readonly value: string }[];
}

export type Status = "playing" | "won" | "lost";

/** Bottom to top; "" is a card lying face down. */
export type Pile = readonly string[];

export interface Refusal {
  readonly rule?: string;
  readonly sentence: string;
  readonly move?: string;
}

export interface State {
  readonly session?: string;
  readonly version: number;
  readonly status: Status;
  readonly deal: string;
  readonly piles: readonly Pile[];
  readonly moves: readonly string[];
  readonly partial?: Readonly<Record<string, number>>;
  readonly signs?: readonly string[];
  readonly shut?: readonly string[];
  readonly undo: number;
  readonly redo: number;
  readonly action?: {
    readonly text: string;
    readonly move?: string;
    readonly kind?: string;
  } | null;
  readonly refusal?: Refusal | null;
  readonly error?: string;
  readonly can_move?: Readonly<Record<string, number>>;
}

export interface Options {
  theme: "host" | "light" | "dark" | "contrast";
  felt: "green" | "slate" | "none";
  card_back: "lattice" | "plain" | "stripes";
  four_colours: boolean;
  large_indices: boolean;
  speed: "off" | "fast" | "normal" | "slow";
  assist: "off" | "destinations" | "movable";
  confirm_leaving: boolean;
  badge: "off" | "known" | "unseen";
  autoplay: boolean;
}

/** Pile, and for cards the first from the bottom and how many, and the tone: "note", "good", "bad" or "hint". */
export interface Notes {
  readonly cards?: readonly (readonly [number, number, number, string])[];
  readonly piles?: readonly (readonly [number, string])[];
  readonly arrows?: readonly (readonly [number, number, string])[];
  readonly caption?: string;
  readonly story?: Story | null;
  readonly asking?: { readonly done: boolean } | null;
  readonly badge?: Badge | null;
  readonly advice?: Advice | null;
}

/** Whether the game can still be won, and what that was worked out from. */
export interface Badge {
  readonly text: string;
  readonly how: string;
  readonly tone: "good" | "bad" | "note";
}

/** What a player who asked for a hint has got so far; `show` where a winning line can be shown. */
export interface Advice {
  readonly kind: "looking" | "hint";
  readonly show: boolean;
}

/** Not live: the board shows another position than the game's own. */
export interface Story {
  readonly step: number;
  readonly of: number;
  readonly seconds: number;
  readonly live: boolean;
  readonly resumable?: boolean;
}

/** What Python has to show in a panel. */
export interface Sheet {
  readonly title: string;
  readonly sections: readonly {
    readonly heading: string;
    readonly rows: readonly (readonly [string, string])[];
  }[];
}

export type MessageKind =
  | "move"
  | "undo"
  | "redo"
  | "restart"
  | "new"
  | "hello"
  | "why"
  | "step"
  | "replay"
  | "clear"
  | "done"
  | "panel"
  | "hint"
  | "show";

export interface Answer {
  readonly kind: "answer";
  readonly id: string;
  readonly ok: boolean;
  readonly version?: number;
  readonly why?: string;
  readonly reason?: string;
  readonly rule?: string;
  readonly release?: string;
  readonly panel?: Sheet;
}

/** What the page uses of an anywidget model. */
export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: (...args: never[]) => void): void;
  off(event: string, listener: (...args: never[]) => void): void;
  send(content: unknown): unknown;
}

/** A place that a finger, a pointer or the cursor can be on; index -1 is the pile's own place. */
export interface Spot {
  readonly pile: number;
  readonly index: number;
}
