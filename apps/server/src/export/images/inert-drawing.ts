import { isDrawing } from '../../images/image-type.ts';

/** Larger drawings are photographs in disguise, or worse. */
const bytesMax = 1_000_000;
/** Whatever runs, embeds or loads something when a browser opens the drawing. */
const active =
  /<(?:script|foreignobject|iframe|object|embed|animate|set|handler|use|image|style|a)[\s>/:]|\son[a-z]|javascript:|<!(?:entity|doctype)|<\?xml-stylesheet|data:/i;

/** Reports whether a file is a drawing (SVG) of shapes and texts alone: a person may open it from a ZIP in a browser. */
export function isInertDrawing(file: Buffer): boolean {
  return file.length <= bytesMax && isDrawing(file) && !active.test(file.toString('utf8'));
}
