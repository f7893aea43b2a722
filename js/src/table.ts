/** One view of a game: listens to Python and to the player, and keeps the picture true. */

import { type Pack, packKey, packSheet } from "./art/sheet.ts";
import { legible } from "./cards.ts";
import { mark, setAttribute, setText } from "./dom.ts";
import { Drawer, type Motion, type Scene, STILL } from "./draw.ts";
import { buildFrame, type Frame, type PanelName } from "./frame.ts";
import { Gestures } from "./gestures.ts";
import { Keyboard } from "./keyboard.ts";
import type { Command, Stroke } from "./keys.ts";
import { arrange, type Geometry, type Point } from "./layout.ts";
import { firstOf } from "./moves.ts";
import {
  badgeOf,
  type Control,
  captionOf,
  controlsFor,
  isMarked,
  isWatched,
  mayAsk,
  NO_NOTES,
} from "./notes.ts";
import { DURATIONS, OPTION_NAMES, readOptions, write } from "./options.ts";
import { fillPanel } from "./panels.ts";
import { Player, type View } from "./player.ts";
import { type Intent, Reconciler } from "./reconcile.ts";
import { Sizing } from "./sizing.ts";
import { BUSY, capital, GONE, heading, plural, STATUS_LINES, summary, WATCHING } from "./speech.ts";
import { schemeFor, wantsStillness, watchTheme } from "./theme.ts";
import type { Answer, Layout, MessageKind, Model, Notes, Options, Spot, State } from "./types.ts";
import { type Connection, Wire } from "./wire.ts";

interface Told {
  readonly sentence: string;
  readonly rule?: string | undefined;
  /** What to do once more for a yes to the question in the sentence. */
  readonly wish?: string | undefined;
}

const NOTHING: Told = { sentence: "" };
/** Unlike nothing, it keeps a refusal that it took the place of from coming back. */
const SILENCE: Told = { sentence: "" };
const PANELS = ["menu", "help", "statistics", "rules"] as const;
const HISTORY = ["undo", "redo"] as const;
const STEPS = ["first", "previous", "next", "last", "leave", "play-on"] as const;
/** What works with no kernel, too. */
const LOCAL = new Set<string>([...PANELS, "close", "fullscreen"]);

function each<Name extends string>(names: readonly Name[], act: (name: Name) => void) {
  return Object.fromEntries(names.map((name) => [name, () => act(name)]));
}
const RIPPLE = 22;

export class Table implements View {
  layout!: Layout;
  reconciler!: Reconciler;
  geometry!: Geometry;
  readonly #life = new AbortController();
  readonly #host: HTMLElement;
  readonly #frame: Frame;
  readonly #wire: Wire;
  readonly #drawer: Drawer;
  readonly #player: Player;
  readonly #gestures: Gestures;
  readonly #sizing: Sizing;
  readonly #unhook: (() => void)[] = [];
  #options: Options;
  #layoutText = "";
  #layoutRead: Layout | null = null;
  #told: Told = NOTHING;
  #packShown = "";
  #ready = false;
  /** The message that asks for what the sheet shall show. */
  #sheetAsked = "";
  #sheet: HTMLElement;
  /** What had the focus before a panel opened. */
  #back: HTMLElement | null = null;
  #paused = false;
  #storyShown = "";
  /** The move that the line below the board says is refused. */
  #refused = "";
  #stepTimer: ReturnType<typeof setTimeout> | undefined;
  /** The version that the running timer steps on from. */
  #stepsFrom = -1;
  /** A step that nobody pressed may come too late without a word. */
  #quiet = "";

  readonly #model: Model;

  constructor(model: Model, el: HTMLElement) {
    this.#model = model;
    const { signal } = this.#life;
    this.#options = readOptions(model);
    const dealAsked = (deal: string) => this.#newDeal(deal);
    const built = buildFrame(el, dealAsked, (name, value) => write(model, name, value), signal);
    this.#host = built.host;
    this.#frame = built.frame;
    this.#sheet = this.#frame.panels.rules;
    this.#drawer = new Drawer(this.#frame.board);
    this.#player = new Player(this);
    this.#gestures = new Gestures(this.#frame.board, this.#player, signal);
    this.#sizing = new Sizing(this.#frame, this.#host, () => this.#resized(), signal);
    this.#wire = new Wire(model, this);
    this.#listen(signal);
    this.#applyOptions();
    this.#takeState();
    this.#wire.start();
    this.#wire.hello(RELEASE);
  }

  stop(): void {
    if (this.#life.signal.aborted) return;
    this.#life.abort();
    for (const off of this.#unhook) off();
    this.#wire.stop();
    this.#drawer.stop();
    clearTimeout(this.#stepTimer);
    this.#host.remove();
  }

  #listen(signal: AbortSignal): void {
    const { root, board, toolbar } = this.#frame;
    for (const name of ["state", "board"]) this.#hook(`change:${name}`, this.#takeState);
    this.#hook("change:notes", () => this.redraw());
    for (const name of OPTION_NAMES) this.#hook(`change:${name}`, this.#optionsChanged);
    this.#hook("change:release", this.#compareReleases);
    this.#compareReleases();
    watchTheme(() => this.#applyOptions(), signal);
    new Keyboard(root, board, toolbar, this, signal);
    // A focus that moves from one of our elements to another is not told outside of the shadow tree.
    for (const place of [root, document])
      for (const name of ["focusin", "pointerdown"])
        place.addEventListener(name, this.#focusMoved, { signal });
    root.addEventListener("click", this.#clicked, { signal });
  }

  #hook(event: string, listener: () => void): void {
    this.#model.on(event, listener);
    this.#unhook.push(() => this.#model.off(event, listener));
  }

  // ---- from Python

  readonly #takeState = (): void => {
    const layout = this.#readLayout();
    const state = this.#model.get("state") as State | null;
    if (!layout || state?.piles?.length !== layout.piles.length) return;
    if (!this.#ready) this.#begin(layout, state);
    else this.#follow(layout, state);
  };

  /** The same object while the layout says the same, whatever the host hands out. */
  #readLayout(): Layout | null {
    const layout = this.#model.get("board") as Layout | null;
    if (!layout?.piles) return null;
    const text = JSON.stringify(layout);
    if (text !== this.#layoutText) this.#layoutRead = layout;
    this.#layoutText = text;
    return this.#layoutRead;
  }

  #begin(layout: Layout, state: State): void {
    this.layout = layout;
    this.reconciler = new Reconciler(layout, state);
    this.#ready = true;
    this.#layOut();
    this.#player.startOn(this.#firstPile());
    this.#draw(STILL);
  }

  #follow(layout: Layout, state: State): void {
    const before = this.reconciler.confirmed;
    const newLayout = layout !== this.layout;
    if (!this.reconciler.receive(layout, state)) return;
    this.layout = layout;
    if (newLayout) {
      this.#layOut();
      this.#player.startOn(this.#firstPile());
    }
    this.#wire.heard();
    if (state.version !== before.version || state.session !== before.session)
      this.#newPosition(before);
    this.#draw(this.#motion());
    if (state.status !== before.status) this.#drawer.celebrate(state.status === "won");
    this.#player.runQueue();
  }

  #newPosition(before: State): void {
    const { confirmed } = this.reconciler;
    this.#told = NOTHING;
    const sentences = [
      confirmed.action?.text ?? "",
      confirmed.status === before.status ? "" : STATUS_LINES[confirmed.status],
    ];
    this.#frame.lines.say(sentences.filter(Boolean).join(". "));
  }

  answered(answer: Answer): void {
    if (answer.release !== undefined) this.#compareReleases();
    if (!this.#ready) return;
    this.reconciler.settle(answer.id, answer.ok);
    const reason = capital(answer.reason ?? "that could not be done");
    if (answer.id === this.#sheetAsked) {
      this.#sheetAsked = "";
      fillPanel(this.#sheet, answer.panel ?? reason);
    } else if (!answer.ok && answer.id !== this.#quiet) this.tell(reason, answer.rule);
    this.#draw(this.#motion());
    this.#player.runQueue();
  }

  connectionChanged(connection: Connection): void {
    this.#frame.root.dataset.connection = connection;
    if (connection === "gone" && this.#sheetAsked) fillPanel(this.#sheet, GONE);
    if (!this.#ready) return;
    if (connection === "gone") {
      this.#gestures.cancel();
      this.#player.forgetQueue();
      this.#player.selection = null;
      this.reconciler.forget();
      this.#frame.lines.say(GONE);
    }
    if (connection === "busy") this.#frame.lines.say(BUSY);
    this.#draw(this.#motion());
  }

  readonly #compareReleases = (): void => {
    const theirs = String(this.#model.get("release") ?? "");
    const same = theirs === "" || RELEASE === "" || theirs === RELEASE;
    const notice = `This page has solitaire_widget ${RELEASE}, Python has ${theirs}: restart the kernel and reload the page.`;
    this.#frame.lines.warn("notice", same ? "" : notice);
  };

  // ---- to Python

  send(kind: MessageKind, extra: Record<string, unknown> = {}): string {
    const id = this.#wire.nextId();
    const intent: Intent = { kind, ...extra };
    const version = this.reconciler.expect(id, intent);
    this.#told = NOTHING;
    this.#wire.send(id, kind, version, extra);
    this.#draw(this.#motion());
    return id;
  }

  get notes(): Notes {
    return (this.#model.get("notes") as Notes | null | undefined) ?? NO_NOTES;
  }

  get inert(): boolean {
    return !this.#ready || this.#wire.connection === "gone";
  }

  /** Says that nobody is there, and asks once more whether somebody is. */
  sayGone(): void {
    this.#frame.lines.say(GONE);
    this.#wire.hello(RELEASE);
  }

  tell(sentence: string, rule?: string, wish?: string): void {
    this.#told = { sentence, rule, wish };
    this.#frame.lines.say(rule ? `${sentence} (${rule})` : sentence);
    this.redraw();
  }

  hush(): void {
    if (this.#told !== NOTHING) this.#told = SILENCE;
    this.redraw();
  }

  readonly #clicked = (event: Event): void => {
    const { action } = (event.target as Element).closest("button")?.dataset ?? {};
    if (action) this.#pressed(action);
  };

  /** What every button and every key does. */
  #pressed(action: string): void {
    const act = this.#actions[action];
    if (!act) this.#player.command(action as Command);
    else if (this.inert && !LOCAL.has(action)) this.sayGone();
    else act();
  }

  readonly #actions: Record<string, () => void> = {
    ...each(PANELS, (name) => this.#togglePanel(name)),
    ...each(HISTORY, (kind) => this.#step(kind)),
    ...each(STEPS, (to) => this.#turn(to)),
    close: () => this.closePanel(),
    fullscreen: () => this.#toggleFullscreen(),
    restart: () => this.#restart(),
    new: () => this.#newDeal(this.#frame.toolbar.typedDeal),
    replay: () => {
      this.closePanel();
      this.send("replay");
    },
    why: () => this.#refused && this.send("why", { move: this.#refused }),
    done: () => this.send("done"),
    pause: () => this.#pause(!this.#paused),
  };

  /** One step of a story at a time, however fast the buttons are pressed. Whoever steps has taken over. */
  #turn(to: Control): void {
    this.#pause(true);
    this.#player.inOrder(true, () => {
      if (controlsFor(this.notes, false)[to]) this.send("step", { to: to.replace("-", " ") });
    });
  }

  #pause(paused: boolean): void {
    this.#paused = paused;
    this.redraw();
  }

  #step(kind: "undo" | "redo"): void {
    const steps = kind === "undo" ? this.reconciler.undoSteps : this.reconciler.redoSteps;
    if (isWatched(this.notes)) this.tell(WATCHING);
    else if (steps > 0) this.send(kind);
    else this.tell(`There is nothing to ${kind}.`);
  }

  #restart(): void {
    if (isWatched(this.notes)) this.tell(WATCHING);
    else if (this.reconciler.undoSteps === 0 && !this.reconciler.waiting)
      this.tell("This is the start of the deal.");
    else if (this.#mayLeave("restart")) this.send("restart");
  }

  #newDeal(deal: string | null): void {
    if (this.inert) this.sayGone();
    else if (this.#mayLeave(`new ${deal}`)) this.send("new", { deal });
  }

  /** Asks once, in the line and not in a window; the same wish again is the yes. */
  #mayLeave(wish: string): boolean {
    const { confirmed } = this.reconciler;
    const isOn = confirmed.status === "playing" && confirmed.undo > 0;
    const atStake = this.#options.confirm_leaving && (isOn || isWatched(this.notes));
    if (!atStake || this.#lineToShow().wish === wish) return true;
    this.tell("A game is on. Do that again to leave it.", "", wish);
    return false;
  }

  // ---- the player

  stroke(stroke: NonNullable<Stroke>, onBoard: boolean): boolean {
    if (!this.#ready) return false;
    if ("walk" in stroke) this.#player.walk(stroke.walk);
    else if (stroke.command === "letGo") return this.#escape();
    else this.#pressed(stroke.command);
    return onBoard || !("walk" in stroke);
  }

  #escape(): boolean {
    if (this.closePanel()) return true;
    const held = this.#gestures.dragging || this.#player.selection !== null;
    const told = this.#told.sentence !== "";
    this.#gestures.cancel();
    this.#player.letGo();
    return held || this.#clear() || told;
  }

  /** Leaves the story, or takes the marks away; an exercise keeps its own. */
  #clear(): boolean {
    const { story, asking } = this.notes;
    const marked = !asking && isMarked(this.notes);
    if (this.inert || !(story || marked)) return false;
    if (story) this.#turn("leave");
    else this.send("clear");
    return true;
  }

  leaveField(): void {
    this.#frame.toolbar.resetDeal();
    this.focusCursor(false);
  }

  focusCursor(scroll: boolean): void {
    this.#drawer.element(this.#player.cursor)?.focus({ preventScroll: !scroll });
  }

  spotOf(target: EventTarget | undefined): Spot | null {
    const element = target instanceof Element ? target.closest(".card,.place") : null;
    return element ? this.#drawer.spotOf(element) : null;
  }

  hold(cards: ReadonlySet<string>, by: Point): void {
    this.#drawer.hold(cards, by);
  }

  release(): void {
    this.#drawer.release();
  }

  summary(): string {
    const { badge } = this.#frame.lines;
    const game = summary(this.layout.game, this.layout.piles, this.reconciler.confirmed);
    return [game, capital(badge.ariaLabel ?? "")].join(" ").trim();
  }

  #firstPile(): number {
    return Math.max(firstOf(this.layout, "tableau"), 0);
  }

  // ---- panels and full screen

  closePanel(): boolean {
    const { panels, toolbar } = this.#frame;
    const panel = Object.values(panels).find((each) => !each.hidden);
    if (!panel) return false;
    const hadFocus = panel.contains(this.#focused);
    panel.hidden = true;
    toolbar.expand(panel.dataset.panel, false);
    if (hadFocus && this.#back) this.#back.focus({ preventScroll: true });
    else if (hadFocus) this.focusCursor(false);
    return true;
  }

  #togglePanel(name: PanelName): void {
    const { panels, toolbar } = this.#frame;
    const panel = panels[name];
    const open = panel.hidden;
    const focused = this.#focused as HTMLElement | null;
    this.closePanel();
    if (!open) return;
    // From one panel to the other: back to where the first was opened.
    if (!focused?.closest(".panel")) this.#back = focused;
    panel.hidden = false;
    toolbar.expand(name, true);
    if (name === "statistics" || name === "rules") this.#ask(name);
    panel.querySelector<HTMLElement>("select,button")?.focus({ preventScroll: true });
  }

  #ask(panel: "statistics" | "rules"): void {
    this.#sheet = this.#frame.panels[panel];
    this.#sheetAsked = "";
    if (!this.inert) this.#sheetAsked = this.send("panel", { panel });
    fillPanel(this.#sheet, this.inert ? GONE : "");
  }

  readonly #focusMoved = (event: Event): void => {
    const path = event.composedPath();
    const inside = path.includes(this.#frame.root);
    if (!inside || !(path[0] as Element).closest(".panel,.tools")) this.closePanel();
  };

  #toggleFullscreen(): void {
    const done = this.#sizing.fullscreen
      ? document.exitFullscreen()
      : (this.#frame.root.requestFullscreen?.() ?? Promise.reject());
    done.catch(() => this.tell("Full screen is not allowed here."));
  }

  // ---- drawing

  redraw(): void {
    if (this.#ready) this.#draw(this.#motion());
  }

  #resized(): void {
    if (!this.#ready) return;
    this.#layOut();
    this.#draw(STILL);
  }

  #layOut(): void {
    this.geometry = arrange(this.layout, this.#sizing.space(this.#options.large_indices));
    this.#dressPack();
  }

  #motion(): Motion {
    return { duration: document.hidden ? 0 : this.#duration(), ripple: RIPPLE };
  }

  #duration(): number {
    return wantsStillness() ? 0 : DURATIONS[this.#options.speed];
  }

  #draw(motion: Motion): void {
    this.#player.catchUp();
    if (this.#gestures.dragging && this.#player.lostDrag) this.#gestures.cancel();
    const hadFocus = this.#focused !== null && this.#frame.board.contains(this.#focused);
    this.#drawer.draw(this.#scene(), motion);
    if (hadFocus && this.#focused !== this.#drawer.element(this.#player.cursor))
      this.focusCursor(false);
    this.#showTools();
    this.#showLines();
    this.#showBar();
    this.#reportDrawn();
  }

  get #focused(): Element | null {
    return this.#host.shadowRoot?.activeElement ?? null;
  }

  #scene(): Scene {
    const { layout, geometry, reconciler } = this;
    const player = this.#player;
    const assisted = this.#options.assist !== "off";
    return {
      layout,
      geometry,
      state: reconciler.confirmed,
      piles: reconciler.piles,
      selected: player.selectedCards(),
      destinations: assisted ? player.destinations() : new Set(),
      hinted:
        this.#options.assist === "movable" && !player.selection
          ? reconciler.cardsThatCanGo()
          : new Set(),
      notes: reconciler.ahead ? NO_NOTES : this.notes,
      canDeal: reconciler.legal.canDeal,
      cursor: player.cursor,
      movable: (pile) => reconciler.movable(pile),
    };
  }

  #showTools(): void {
    const { toolbar, root, board, lines } = this.#frame;
    const { confirmed } = this.reconciler;
    const alive = !this.inert;
    const playable = alive && !isWatched(this.notes);
    const started = playable && this.reconciler.undoSteps > 0;
    toolbar.enable({
      undo: started,
      redo: playable && this.reconciler.redoSteps > 0,
      restart: started,
      new: alive,
      hint: alive && confirmed.status === "playing" && mayAsk(this.notes),
    });
    toolbar.showDeal(confirmed.deal);
    setText(lines.game, this.layout.game);
    setText(lines.facts, heading(this.layout.piles, confirmed));
    setAttribute(root, "data-game", this.layout.id);
    setAttribute(root, "data-status", confirmed.status);
    setAttribute(root, "aria-label", this.layout.game);
    setAttribute(
      board,
      "aria-label",
      `${this.layout.game}, the table. Question mark for the keys.`,
    );
    this.#showEnding(confirmed);
    this.#showBadge();
  }

  /** Its room is kept while it has nothing to say. */
  #showBadge(): void {
    const { badge } = this.#frame.lines;
    const { text, how, tone } = badgeOf(this.notes, this.reconciler.ahead);
    mark(badge, "hidden", this.#options.badge === "off");
    setText(badge, text);
    setAttribute(badge, "class", `badge ${tone}`);
    setAttribute(badge, "title", how);
    setAttribute(badge, "aria-label", text && `${text}, ${how}.`);
  }

  #showEnding(state: State): void {
    const { ending } = this.#frame.lines;
    const deal = state.deal === "" ? "" : `Deal ${state.deal}, `;
    setText(ending, state.status === "won" ? `${deal}${plural(state.undo, "move")}` : "");
  }

  #showLines(): void {
    const { lines } = this.#frame;
    const { sentence, rule } = this.#lineToShow();
    this.#refused = (rule && this.reconciler.confirmed.refusal?.move) || "";
    lines.showMessage(sentence, rule);
    lines.warn("error", this.reconciler.confirmed.error ?? "");
  }

  #showBar(): void {
    const { notes } = this;
    const { story } = notes;
    const { bar, lines } = this.#frame;
    const shown = story ? `${story.of} ${story.seconds}` : "";
    if (shown !== this.#storyShown) this.#paused = false;
    this.#storyShown = shown;
    const controls = controlsFor(notes, this.#refused !== "");
    const focused = this.#focused as HTMLElement | null;
    bar.present(controls, story, this.#paused, this.inert);
    setText(lines.caption, legible(captionOf(notes)));
    if (focused?.hidden) this.focusCursor(false);
    this.#stepLater(controls.pause && !this.#paused && !this.inert ? (story?.seconds ?? 0) : 0);
  }

  /** Once for each picture of a story that goes on by itself. */
  #stepLater(seconds: number): void {
    const from = seconds ? this.reconciler.confirmed.version : -1;
    if (from === this.#stepsFrom) return;
    this.#stepsFrom = from;
    clearTimeout(this.#stepTimer);
    const step = () => {
      this.#quiet = this.send("step", { to: "next" });
    };
    if (seconds) this.#stepTimer = setTimeout(step, 1000 * seconds);
  }

  #lineToShow(): Told {
    const { confirmed } = this.reconciler;
    if (this.inert) return { sentence: GONE };
    if (this.#wire.connection === "busy") return { sentence: BUSY };
    if (this.#told.sentence) return this.#told;
    const { refusal } = confirmed;
    const answered = this.#told === NOTHING && !this.reconciler.ahead;
    // A caption that explains it says the same and more.
    if (refusal && answered && !this.notes.caption) return refusal;
    return { sentence: STATUS_LINES[confirmed.status] };
  }

  #reportDrawn(): void {
    const { version } = this.reconciler.confirmed;
    setAttribute(this.#frame.root, "data-version", String(version));
    if (this.#model.get("drawn") !== version) write(this.#model, "drawn", version);
  }

  // ---- looks

  readonly #optionsChanged = (): void => {
    this.#applyOptions();
    this.#resized();
  };

  #applyOptions(): void {
    this.#options = readOptions(this.#model);
    const { root, options } = this.#frame;
    setAttribute(root, "data-scheme", schemeFor(this.#options.theme, root));
    setAttribute(root, "data-felt", this.#options.felt);
    root.style.setProperty("--sw-duration", `${this.#duration()}ms`);
    options.present(this.#options);
    if (this.#ready) this.#dressPack();
  }

  #dressPack(): void {
    const pack: Pack = {
      scheme: this.#frame.root.dataset.scheme as Pack["scheme"],
      faceSize: this.geometry.faceSize,
      fourColours: this.#options.four_colours,
      back: this.#options.card_back,
    };
    const key = packKey(pack);
    if (key === this.#packShown) return;
    this.#packShown = key;
    this.#frame.packStyle.textContent = packSheet(pack);
  }
}
