// What the server and the pages tell each other. A test holds what the server sends against it (tests/studio/test_page_code.py).

/** A cell, a border such as `c3|E`, or a bar such as `c3+across`. */
export type Spot = string;
export type Point = [x: number, y: number];
/** Numbers in turn across and down. */
export type Corners = number[];

/** A mark as the page draws it: its kind, the name of its pen, and where it lies. */
export type Shape =
  | ["path", pen: string, steps: string]
  | ["circle", pen: string, x: number, y: number, radius: number]
  | ["text", pen: string, x: number, y: number, size: number, text: string, bold: boolean, anchor: string, turn: number];

export interface Pen {
  fill: string | null;
  stroke: string | null;
  line: number;
  cap: string;
  dash: string;
}
export type Pens = Record<string, Pen>;

/** A place in a list, how many go there, and those that come. */
export type Splice<T> = [at: number, gone: number, come: T[]];

export interface Layout {
  /** What the floor is called, where there are several. */
  name: string;
  /** What is seen around the cells: left, top, width, height. */
  seen: [number, number, number, number];
  cells: Record<string, Corners>;
  borders: Record<string, Corners>;
}

export interface Tool {
  name: string;
  /** What stands on its button where there is no picture. */
  sign: string;
  aims: "cells" | "borders" | "steps" | "corners";
  sample: string;
  fills: boolean;
  words: string;
  heading: string;
}

export interface Sample {
  seen: [width: number, height: number];
  /** Where what is seen begins, counted from the cell; at its corner where this is left out. */
  from?: [left: number, top: number];
  shapes: Shape[];
  pens: Pens;
}

export interface Fault {
  rule: string;
  sentence: string;
  found: string;
  place: Spot;
  witness: Spot[];
  /** How many blank cells one fault stands for. */
  blank?: number;
  /** Whether it is of what is only not there yet. */
  coming?: boolean;
  /** The tool that draws what is not there. */
  tool?: string;
  /** The settings that ask for it, where it is a fault. */
  settings?: string[];
}

/** Values of settings that would allow what breaks a rule. */
export interface Ease {
  rule: string;
  sentence: string;
  values: Record<string, string>;
  words: string;
}

export interface SettingField {
  name: string;
  value: string;
  meaning: string;
  /** What holds where the file leaves it out. */
  usual?: string;
  choices?: string[];
  /** What some of the choices are in words. */
  titles?: Record<string, string>;
  /** The names of the choices that have pictures, by their values. */
  pictures?: Record<string, string>;
  rule?: string;
  takes?: string;
}

export interface Agreed {
  name: string;
  words: string;
}

export interface Seating {
  seats: string[];
  /** The kinds of machine players, each with its words. */
  kinds: [string, string][];
  /** Whether all players see the board. */
  open: boolean;
  presets: [name: string, says: string][];
  /** The preset of a new map on which people play at once; empty for the settings of the drawing. */
  preset: string;
  least: number;
  options: Agreed[];
  numbers: (Agreed & { example: string })[];
  starts: (Agreed & { example: string; typed: boolean })[];
}

/** What can be asked of the solver. */
export type Task = "repair" | "complete" | "alike" | "generate";

export interface Work {
  /** What the solver does now. */
  what: Task | "";
  step: string;
  failed: string[];
  of: number;
  series: string;
  sketches: string[];
  old: boolean;
}

export interface Edit {
  words: string;
  spots: Spot[];
  key: string; // of the listing that it changes with others
}

export interface Offer {
  what: Task;
  words: string[];
  edits: Edit[];
  chosen: number[];
  /** Why it fits no more; then the rest is left out. */
  stale: string;
  choose?: boolean;
  wrong?: string;
  pens?: Pens;
  splices?: Splice<Shape>[][];
}

export interface Doubt {
  spot: Spot;
  between: string[];
  words: string;
  page: number;
  box: [number, number, number, number];
  ways: { sign: string; words: string; out: boolean }[];
}

export type Anchor = [cell: string, x: number, y: number];

export interface Photo {
  missing: string;
  most: number;
  names: string[];
  read: boolean;
  doing: "read" | "place" | "find" | "look" | "";
  failed: string[];
  series: string;
  looked: [width: number, height: number] | null;
  games: [name: string, title: string][];
  game: string;
  size: string;
  corners: Point[];
  sure: number;
  lies: boolean;
  pages: { width: number; height: number; anchors: [Anchor, Anchor] }[];
  of: number;
  doubts: Doubt[];
}

/** Its width in modules, and the outline of its dark ones. */
export interface QrCode {
  width: number;
  path: string;
}

export interface PhoneSeats {
  address: string;
  code: QrCode;
  seats: { name: string; taken: string; waits: string }[];
}

/** How a legal map plays. */
export interface PlayReport {
  verdict: string;
  /** The verdict for programs: `fair`, `nearly fair`, `unfair`, or another word where the game has no such verdict. */
  found: string;
  /** What makes the starts fair; empty where they are, or where nothing does. */
  even: string;
  start: string;
  starts: [cell: string, words: string][];
  reach: Record<string, number>;
  ways: [words: string, cells: string[]][];
  ends: string[];
  unneeded: string[];
  opening: string;
  first: { way: string; heard: string; cell: string }[];
  measures: [label: string, words: string][];
}

/** A command that may be said now. */
export interface Way {
  say: string;
  words: string;
  short: string;
  cell: string;
}

export interface WayGroup {
  many: boolean;
  head: string;
  ways: Way[];
}

/** A line of the record, or of an answer; `to` are its hearers, where not all are. */
export interface ToldLine {
  number: number;
  event: number;
  said: string;
  words: string;
  to: string[];
}

export interface AnswerLine {
  words: string;
  refused: boolean;
  aloud: boolean;
  to: string[];
}

export interface Token {
  words: string;
  sign: string;
  cell: string;
  seat: number;
}

/** A board as it is seen at a table, and the bars that commands lay. */
export interface TableBoard {
  layout: Layout[];
  marks: Shape[][];
  pens: Pens;
  bars: Record<string, [cell: string, lies: string]>;
}

export interface Trail {
  seat: number;
  steps: [from: string, to: string][];
}

export interface Table {
  name: string;
  players: string[];
  /** The players in the order of turns. */
  order: string[];
  /** The kinds of the players that are machines, by their names. */
  bots: Record<string, string>;
  /** Whether a machine is to move, and why it has stopped. */
  machine: boolean;
  stopped: string;
  reveals: boolean;
  mover: string;
  winners: string[];
  private: boolean;
  deduced: boolean;
  turns: number;
  hints: number | null;
  asks: string;
  ways: WayGroup[];
  /** How many commands one line may have. */
  joins: number;
  asides: string[];
  undo: boolean;
  redo: boolean;
  event: number;
  seal: string;
  notes: string[];
  situation: { heads: string[]; rows: string[][]; things: string[]; notes: string[] };
  tokens: Token[];
  trails: Trail[];
  corrections: string[];
  ending: string[];
}

/** All that the page shows of a map, by the names of its parts. */
export interface Scene {
  version: number;
  game: string;
  title: string;
  layout: Layout[];
  marks: Shape[][];
  pens: Pens;
  blank: string[];
  undecided: Spot[];
  words: Record<string, string>;
  told: Record<string, string>;
  tools: Tool[];
  samples: Record<string, Sample>;
  faults: Fault[];
  /** Whether nothing was drawn on it yet. */
  new: boolean;
  gauges: { label: string; used: number; most: number }[];
  head: SettingField[];
  seating: Seating | null;
  file: string;
  saved: boolean;
  /** Whether something would be lost. */
  drawn: boolean;
  text: string;
  first: number;
  elsewhere: { said: string; take: boolean };
  undo: boolean;
  redo: boolean;
  /** What was copied, in steps from its first cell across, down and over floors. */
  clip: { cells: [number, number, number, mark: string][]; lines: [number, number, number][] } | null;
  advice: Fault[];
  eased: Ease[];
  locked: Spot[];
  work: Work;
  offer: Offer | null;
  photo: Photo;
  play: PlayReport | null;
  playing: { old: boolean; of: number; games: number; words: string };
  table: Table | null;
  table_told: ToldLine[];
  table_board: TableBoard | null;
  /** The player who plays alone at this screen; the drawing is hidden then. */
  alone: string;
  /** The game that was named when the studio began; nobody has sat down to it yet. */
  offered: string;
  phones?: PhoneSeats;
  /** Whether nobody has said yet what to draw. */
  gallery: boolean;
}

/** What has changed in a scene since the version that a page shows. */
export interface Changes extends Partial<Scene> {
  version: number;
  splices?: Splice<Shape>[][];
  retold?: Record<string, string>;
  spliced?: { faults?: Splice<Fault>; blank?: Splice<string>; undecided?: Splice<Spot> };
}

export interface RecentFile {
  sign: string;
  name: string;
  folder: string;
  game: string;
  when: string;
  gone: boolean;
  kept: boolean;
}

/** What an action answers, beside what it has changed. */
export interface Answer {
  refused?: string;
  /** Where the part of the board lies now that was moved. */
  cells?: string[];
  said?: string;
  asks?: string;
  problems?: { line: number; column: number; message: string }[];
  wrong?: Record<string, string>;
  picked?: string | null;
  foreseen?: string[];
  code?: string;
  /** The QR code of it, where that is small enough. */
  square?: QrCode | null;
  choices?: { name: string; title: string }[];
  recent?: RecentFile[];
  opened?: boolean;
  ask_unsaved?: string;
  which?: [game: string, title: string][];
  is_photo?: boolean;
  games?: { name: string; game: string; players: string[]; turn: string; when: string }[];
  answer?: AnswerLine[];
  thought?: "hint" | "known" | "";
  looked?: { name: string; game: string; players: string[]; turn: string; kinds: [string, string][] };
  seated?: Seated;
  resume?: string;
}

/** Who sits at a game. */
export interface Seated {
  name: string;
  names: string[];
  kinds: string[];
  alone: boolean;
}

export interface ShownSheet {
  name: string;
  secret: boolean;
  masters: boolean;
  title: string;
  pages: number;
  trouble: string;
}
export type Audience = "players" | "game-master";

export interface ShownSheets {
  sheets: ShownSheet[];
  choices: { paper: string[]; ink: string[]; language: string[] };
  files: Partial<Record<Audience, string>>;
  pages: Partial<Record<Audience, number>>;
  sets: number;
}

export interface KnownAnswer {
  lines: string[];
  floors: number;
}

/** The board of a player's own sheet. */
export interface SheetForm {
  shape: "square" | "hex";
  columns: number;
  rows: number;
  floors: number;
  named: boolean;
  across: string[];
  down: string[];
  signs: string[];
}

/** What a phone hears. Before a game it has neither more than `game`, `seat`, `count` and `lines`. */
export interface PhoneView {
  game: string;
  seat: string;
  count: number;
  lines: [said: string, words: string][];
  title?: string;
  seats?: { name: string; taken: boolean }[];
  mover?: string;
  winners?: string[];
  speaks?: boolean;
  hidden?: boolean;
  ways?: [say: string, words: string, cell: string][];
  /** How many commands one line may have. */
  joins?: number;
  machine?: boolean;
  ending?: string[];
  /** A name of what the board shows; empty where there is no picture of it. */
  picture?: string;
  /** Of a player who plays alone; null where no such game is on. */
  alone?: { name: string; players: { name: string; kind: string; words: string }[]; undo: boolean; redo: boolean; stopped: string } | null;
  /** The number of the studio, for a player who plays alone. */
  studio?: number;
  knows?: boolean;
  hints?: number | null;
  asides?: [say: string, words: string][];
  board?: string[];
  sheet?: SheetForm;
}
