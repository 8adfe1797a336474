import { dropToken, readToken, signInChangedName } from './token.ts';

/** The person working in this window, and the token that the window uses; null until known. */
let current: { id: string; token: string | null } | null = null;
/** The window is about to reload; nothing more is stored. */
let leaving = false;
let unsavedTabs = 0;

const personName = 'signed_in_person';
const leftName = 'signed_out_from';

/** What a window keeps of the session that ended in it, until the next one. */
export interface LeftSession {
  personId: string;
  /** The full path that was shown. */
  path: string;
  /** How many tabs had unsaved changes. */
  unsavedTabs: number;
}

/** Keeps a value for the person in this window, until the window is closed or someone else signs in. */
export function keepInWindow(name: string, value: string): void {
  if (!leaving) {
    sessionStorage.setItem(name, value);
  }
}

export function keptInWindow(name: string): string | null {
  return sessionStorage.getItem(name);
}

export function dropFromWindow(name: string): void {
  sessionStorage.removeItem(name);
}

/** Returns the storage key of a value for the signed-in person, separate from everyone else's. */
export function personalName(name: string): string {
  return current === null ? name : `${name}@${current.id}`;
}

/** Assigns the window to this person; what it kept for anyone else is removed. */
export function beginPerson(id: string): void {
  if (sessionStorage.getItem(personName) !== id) {
    const left = sessionStorage.getItem(leftName);
    sessionStorage.clear();
    sessionStorage.setItem(personName, id);
    if (left !== null) {
      sessionStorage.setItem(leftName, left);
    }
  }
  current = { id, token: readToken() };
  leaving = false;
}

const listeners = new Set<() => void>();
let forgotten = 0;

/** For `useSyncExternalStore`: increases each time the console forgets who was signed in. */
export const forgetting = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  count: () => forgotten,
};

/** Ends the session in this window and removes what it kept; the console restarts without anyone's data. */
export function forgetPerson(): void {
  dropToken();
  sessionStorage.clear();
  current = null;
  leaving = false;
  unsavedTabs = 0;
  forgotten += 1;
  for (const listener of [...listeners]) {
    listener();
  }
}

/**
 * Ends a session that is no longer valid, and reloads the window after `afterMs`. Keeps only the current path and how
 * many tabs had unsaved changes. False: nobody was signed in here.
 */
export function leaveWindow(afterMs = 0): boolean {
  if (leaving) {
    return true;
  }
  const hadToken = current === null ? readToken() !== null : readToken() === current.token;
  if (current === null && !hadToken) {
    return false;
  }
  // A window that was just loaded does not know its person yet, but may still hold data that the person left.
  const personId = current?.id ?? sessionStorage.getItem(personName);
  const left: LeftSession | null =
    personId === null ? null : { personId, path: `${location.pathname}${location.search}`, unsavedTabs };
  sessionStorage.clear();
  if (left !== null) {
    sessionStorage.setItem(leftName, JSON.stringify(left));
  }
  leaving = true;
  if (hadToken) {
    dropToken();
  }
  setTimeout(() => location.reload(), afterMs);
  return true;
}

/** Returns whether the window is about to reload without asking about unsaved work. */
export function isLeaving(): boolean {
  return leaving;
}

/** Sets how many tabs would lose changes if the session ended now. */
export function setUnsavedTabs(count: number): void {
  unsavedTabs = count;
}

/** Returns the session that ended in this window; null if none did. */
export function readLeftSession(): LeftSession | null {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(leftName) ?? 'null');
    return isLeftSession(read) ? read : null;
  } catch {
    return null;
  }
}

export function dropLeftSession(): void {
  sessionStorage.removeItem(leftName);
}

function isLeftSession(read: unknown): read is LeftSession {
  return (
    typeof read === 'object' &&
    read !== null &&
    'personId' in read &&
    typeof read.personId === 'string' &&
    'path' in read &&
    typeof read.path === 'string' &&
    'unsavedTabs' in read &&
    typeof read.unsavedTabs === 'number'
  );
}

/** Returns whether the browser's session differs from the one that this window uses. */
export function isOtherSignIn(): boolean {
  return current !== null && !leaving && readToken() !== current.token;
}

/**
 * Handles a new sign-in of the browser: continues if it is the same person, else reloads the window for the new one.
 */
export function settleSignIn(personId: string): 'same' | 'left' {
  if (current === null || current.id === personId) {
    beginPerson(personId);
    return 'same';
  }
  leaveWindow();
  return 'left';
}

/** Calls back when another window of this browser signed in or out, and when this one is shown again. */
export function onSignInChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === signInChangedName || key === null) {
      listener();
    }
  };
  const onShown = () => {
    if (document.visibilityState === 'visible') {
      listener();
    }
  };
  addEventListener('storage', onStorage);
  addEventListener('pageshow', onShown);
  document.addEventListener('visibilitychange', onShown);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onShown);
    document.removeEventListener('visibilitychange', onShown);
  };
}
