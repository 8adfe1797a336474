import type { Page } from '@playwright/test';

/** Position of a caption: at the bottom, or at the top if the film is about the bottom. */
export type CaptionPlace = 'bottom' | 'top';

/** Draws a pointer and captions above the page, as part of the page, so that its frames contain them. */
export async function addOverlay(page: Page): Promise<void> {
  await page.addStyleTag({ content: style });
  await page.evaluate(() => {
    const caption = document.createElement('div');
    caption.id = 'film-caption';
    const pointer = document.createElement('div');
    pointer.id = 'film-pointer';
    pointer.innerHTML =
      '<svg width="30" height="30" viewBox="0 0 24 24"><path d="M4 2l15 11.5-6.6.9 3.9 6.9-2.9 1.6-3.8-7L4 21z" fill="#111" stroke="#fff" stroke-width="1.6"/></svg>';
    for (const each of [caption, pointer]) {
      each.setAttribute('aria-hidden', 'true');
      each.popover = 'manual';
      document.documentElement.append(each);
    }
    pointer.showPopover();
  });
}

/** Shows a caption in place of the previous one. */
export async function showCaption(page: Page, text: string): Promise<void> {
  await page.evaluate((words) => {
    const caption = document.getElementById('film-caption');
    const pointer = document.getElementById('film-pointer');
    if (caption !== null && pointer !== null) {
      caption.textContent = words;
      // Hidden and shown again, they are above every drawer and dialog that has opened since.
      for (const each of [caption, pointer]) {
        each.hidePopover();
        each.showPopover();
      }
    }
  }, text);
}

export async function placeCaption(page: Page, place: CaptionPlace): Promise<void> {
  await page.evaluate((where) => {
    document.getElementById('film-caption')?.setAttribute('data-place', where);
  }, place);
}

/** Moves the pointer's tip to a point of the viewport, in CSS pixels. */
export async function placePointer(page: Page, x: number, y: number, pressed: boolean): Promise<void> {
  await page.evaluate(
    (at) => {
      const pointer = document.getElementById('film-pointer');
      pointer?.style.setProperty('transform', `translate(${at.x - 5}px, ${at.y - 3}px)`);
      pointer?.toggleAttribute('data-pressed', at.pressed);
    },
    { x, y, pressed },
  );
}

const style = `
#film-caption, #film-pointer { border: 0; padding: 0; margin: 0; inset: auto; overflow: visible; pointer-events: none; position: fixed; }
#film-pointer { left: 0; top: 0; width: 30px; height: 30px; background: none; filter: drop-shadow(0 1px 2px #0008); }
#film-pointer[data-pressed]::before { content: ''; position: absolute; left: -15px; top: -17px; width: 40px; height: 40px;
  border-radius: 50%; background: #1677ff59; border: 2px solid #1677ff; box-sizing: border-box; }
#film-caption { left: 50%; bottom: 22px; width: max-content; max-width: 1040px; transform: translateX(-50%); padding: 12px 24px;
  border-radius: 10px; background: #101820f0; color: #fff; text-align: center; text-wrap: balance;
  font: 500 25px/1.4 Inter, 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif; }
#film-caption:lang(zh-TW) { font-family: Inter, 'Noto Sans CJK TC', 'Noto Sans TC', sans-serif; }
#film-caption[data-place='top'] { bottom: auto; top: 10px; }
`;
