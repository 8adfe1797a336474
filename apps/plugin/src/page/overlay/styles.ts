/** Styles of what we show over a page: the console's own colours, light or dark like the visitor's system. */
export const styles = `
:host {
  all: initial;
  --bg: #ffffff;
  --sunk: #f0f3f6;
  --line: #d5dbe2;
  --t1: #12181f;
  --t2: #5b6775;
  --green: #0f7a47;
  --amber: #a84b06;
  --red: #c22b33;
  --solid: #096dd9;
  --solid-over: #0050b3;
  --read: #096dd9;
  --shadow: 0 1px 3px rgb(18 24 31 / 16%), 0 12px 32px rgb(18 24 31 / 18%);
  color-scheme: light;
}
@media (prefers-color-scheme: dark) {
  :host {
    --bg: #1b2028;
    --sunk: #2a313b;
    --line: #333c47;
    --t1: #e8ecf1;
    --t2: #a3aebb;
    --green: #4cc38a;
    --amber: #f2a93b;
    --red: #ff7b7b;
    --read: #65b8f4;
    --shadow: 0 0 0 1px rgb(255 255 255 / 6%), 0 12px 32px rgb(0 0 0 / 55%);
    color-scheme: dark;
  }
}
* { box-sizing: border-box; margin: 0; padding: 0; }
[hidden] { display: none !important; }
.dock, .check {
  font: 400 14px/20px -apple-system, 'Segoe UI Variable Text', 'Segoe UI', Inter, Roboto, 'PingFang SC',
    'Hiragino Sans GB', 'Microsoft YaHei UI', 'Noto Sans CJK SC', sans-serif;
  letter-spacing: normal;
  text-align: start;
  -webkit-font-smoothing: antialiased;
}
.dock {
  position: fixed;
  display: flex;
  align-items: center;
  gap: 8px;
  max-width: min(500px, calc(100vw - 24px));
  padding: 6px;
  color: var(--t1);
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: 14px;
  box-shadow: var(--shadow);
}
svg { display: block; width: 18px; height: 18px; flex: none; }
button { font: inherit; letter-spacing: inherit; color: inherit; background: none; border: 0; border-radius: 9px; cursor: pointer; }
button:focus-visible { outline: 2px solid #1890ff; outline-offset: 2px; }
.grip { display: grid; place-items: center; width: 34px; height: 34px; color: var(--t1); cursor: grab; touch-action: none; }
.grip:active { cursor: grabbing; }
.grip svg { width: 24px; height: 24px; }
.close { display: grid; place-items: center; width: 28px; height: 34px; color: var(--t2); }
.close svg { width: 16px; height: 16px; }
.close:hover, .grip:hover { background: var(--sunk); }
.words { display: flex; align-items: center; gap: 6px; flex: 1 1 auto; min-width: 0; padding-inline: 2px; }
.words p { min-width: 0; overflow-wrap: break-word; text-wrap: pretty; }
.dock.wide .words p { min-width: min-content; }
.main { font-weight: 500; font-variant-numeric: tabular-nums; }
.more { color: var(--t2); font-size: 13px; }
.lines { min-width: 0; }
.good svg { color: var(--green); }
.slow svg { color: var(--amber); }
.bad svg { color: var(--red); }
.busy svg { color: var(--read); animation: turn 900ms linear infinite; }
@keyframes turn { to { transform: rotate(360deg); } }
.act { min-height: 34px; padding: 6px 14px; font-weight: 500; white-space: nowrap; }
.act.solid { color: #ffffff; background: var(--solid); }
.act.solid:hover { background: var(--solid-over); }
.act.solid:disabled { color: var(--t2); background: var(--sunk); cursor: default; }
.act.quiet { color: var(--read); padding-inline: 10px; }
.act.quiet:hover { background: var(--sunk); }
.acts { display: flex; align-items: center; gap: 4px; flex: none; }
@media (max-width: 520px) {
  .dock.wide { flex-wrap: wrap; }
  .dock.wide .acts { order: 1; flex: 1 0 100%; justify-content: flex-end; }
}
.marks { position: absolute; top: 0; left: 0; width: 0; height: 0; }
.check {
  position: absolute;
  display: flex;
  align-items: center;
  gap: 4px;
  height: 28px;
  min-width: 28px;
  padding: 4px;
  font-size: 12px;
  color: transparent;
  background: #ffffff;
  border: 1px solid rgb(18 24 31 / 18%);
  border-radius: 8px;
  box-shadow: 0 1px 4px rgb(18 24 31 / 32%);
}
.check svg { border: 1.5px solid #5b6775; border-radius: 5px; }
.check:hover svg { border-color: #096dd9; background: #e6f1fc; }
.check[aria-checked='true'] { color: #ffffff; background: #096dd9; border-color: #ffffff; }
.check[aria-checked='true'] svg { background: none; border-color: transparent; }
.check .known { padding-inline-end: 4px; color: #0f7a47; font-weight: 500; white-space: nowrap; }
.check[aria-checked='true'] .known { color: #ffffff; }
@media (prefers-reduced-motion: reduce) { .busy svg { animation: none; } }
@media print { .dock, .marks { display: none; } }
@media (forced-colors: active) { .check[aria-checked='true'] { forced-color-adjust: none; } }
`;
