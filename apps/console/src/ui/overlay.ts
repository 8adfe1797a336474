/** True while a dialog or drawer stands over the page. */
export function dialogIsOpen(): boolean {
  return document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open') !== null;
}

/** True while a dialog of its own stands over everything, drawers not counted. */
export function questionIsOpen(): boolean {
  return document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null;
}

const popups = ['dropdown', 'popover', 'select-dropdown', 'picker-dropdown'];

/** True while a menu, a popover or the list of a field is open: its keys are its own. */
export function popupIsOpen(): boolean {
  const open = popups.map((name) => `.ant-${name}:not(.ant-${name}-hidden)`).join(', ');
  return document.querySelector(open) !== null;
}
