import type { Language } from '@bowerbird/contract/account/account';
import type { TextKey } from '../../apps/console/src/lib/text/text.ts';

/** The same sentence in every language of the console. */
export type InAllLanguages = Readonly<Record<Language, string>>;

/** A text of the console by its key, with the values of its placeholders. */
export interface ConsoleText {
  key: TextKey;
  values?: Readonly<Record<string, string | number>>;
}

/** Location of something on a screen: by its role and the console's own text, never by a text written in a script. */
export type Place = {
  /** Searches the page's main part only, without the menu and the header. */
  inMain?: true;
} & (
  | {
      role: 'button' | 'checkbox' | 'link' | 'radio' | 'searchbox' | 'tab' | 'textbox' | 'heading' | 'region';
      name: ConsoleText;
      /** The name only begins with the text, such as a button that also shows its shortcut key. */
      begins?: true;
    }
  | { role: 'textbox' }
  | { role: 'row'; holds: string }
  | { text: ConsoleText }
);

/** Typed text: fixed, or an address of the practice shop. */
export type Typed = string | { practice: 'categoryAddress' };

export type Action =
  | { do: 'click'; at: Place }
  | { do: 'point'; at: Place }
  | { do: 'type'; at: Place; text: Typed }
  /** Waits until something is visible. However long that takes, the film shows it in this many seconds. */
  | { do: 'await'; at: Place; seconds: number };

/** One caption and what happens during it. */
export interface Shot {
  caption: InAllLanguages;
  actions: readonly Action[];
  /** Seconds that the screen stays still after the last action. */
  stays: number;
}

/** State in which a film begins. */
export type Beginning = 'nothing' | 'products';

export interface Film {
  name: string;
  title: InAllLanguages;
  summary: InAllLanguages;
  beginning: Beginning;
  /** The path of the console's page where the film begins. */
  path: string;
  shots: readonly Shot[];
}

/** Returns every place that a film's actions name. */
export function placesOf(film: Film): Place[] {
  return film.shots.flatMap(({ actions }) => actions.map(({ at }) => at));
}

/** Returns the console's text by which a place is found; null if it is found by its role or by a product's title. */
export function textOf(place: Place): ConsoleText | null {
  return 'name' in place ? place.name : 'text' in place ? place.text : null;
}
