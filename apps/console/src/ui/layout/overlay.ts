/** Reports whether a dialog or drawer covers the page. */
export function dialogIsOpen(): boolean {
  return document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open') !== null;
}

/** Reports whether a dialog covers everything; drawers do not count. */
export function modalIsOpen(): boolean {
  return document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null;
}

const popups = ['dropdown', 'popover', 'select-dropdown', 'picker-dropdown'];

/** Reports whether a menu, a popover or a field's list is open: it handles its own keys. */
export function popupIsOpen(): boolean {
  const open = popups.map((name) => `.ant-${name}:not(.ant-${name}-hidden)`).join(', ');
  return document.querySelector(open) !== null;
}
