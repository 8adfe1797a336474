/** Whether a mouse button, a finger or a pen is down on the page now. */
let isPressed = false;

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressed = true), { capture: true, passive: true });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    document.addEventListener(end, () => (isPressed = false), { capture: true, passive: true });
  }
}

/**
 * Calls this now, or, while something is pressed, after the click that ends the press: what it shows must not move the
 * button away from under the pointer.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) {
    act();
    return;
  }
  const end = () => {
    document.removeEventListener('pointerup', end);
    document.removeEventListener('pointercancel', end);
    // The click follows in the same turn.
    setTimeout(act);
  };
  document.addEventListener('pointerup', end);
  document.addEventListener('pointercancel', end);
}
