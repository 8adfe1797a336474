import { type WatchedField, watchedFields } from '@bowerbird/contract/collect/collect';
import { capture as captureFrom } from '@bowerbird/platforms/capturing/capture';
import { type CapturedCase, choiceOf } from '@bowerbird/platforms/capturing/case';
import { readConfig } from '../../config/config.ts';
import { realClock } from '../../time/clock.ts';
import { type Command, exitCodes, type Given, inform, say, WrongUse } from '../command.ts';
import { keep, pageOf, platformOf, whyNot } from './capture-page.ts';
import { captureRun } from './capture-run.ts';

export const capture: Command = {
  usage: `capture URL [--field F ...] [--price P] [--title T] [--platform P] [--file saved.html] [--json]
capture --run ID [--partial] [--json] [--for EMAIL]

  --field F      what is missing: ${watchedFields.slice(2).join(', ')}
  --price P      the price as you see it, where another is read, or none; --title T likewise
  --stock N      the first variant's quantity as you see it, or none
  --variants N   how many variants there are
  --choice C     a choice that shoppers have and that is not read: "Colour=Red"; more than one may be given
  --platform P   the platform, when it is not to be recognised
  --file PATH    the page as a browser saved it, where the source answers only to browsers
  --run ID       every page that this collecting run could not read, one case each
  --partial      with --run: also the pages of products that were read in part

The case goes into the folder captures of the data folder. Tests hold the readers to every case there: it fails until
the reader is mended. Exit code: 0 captured, 1 not.`,
  options: {
    platform: { type: 'string' },
    file: { type: 'string' },
    field: { type: 'string', multiple: true },
    price: { type: 'string' },
    title: { type: 'string' },
    stock: { type: 'string' },
    variants: { type: 'string' },
    choice: { type: 'string', multiple: true },
    run: { type: 'string' },
    partial: { type: 'boolean' },
  },

  run: async (given) => {
    const [address] = given.words;
    const runId = given.text('run');
    if (runId !== undefined && address === undefined) {
      return await captureRun(given, runId);
    }
    if (address === undefined || given.words.length > 1 || !URL.canParse(address)) {
      throw new WrongUse('Give one whole address: capture https://shop.example/products/mug --field price');
    }
    const requested = { fields: fieldsIn(given), values: valuesIn(given) };
    const { dataFolder } = readConfig(process.env);
    const seen = await pageOf(new URL(address), given.text('file'));
    const platform = await platformOf(seen, given.text('platform'));
    const { collector } = platform;
    if (collector?.readPage === undefined) {
      throw new WrongUse(`${platform.name} is not read by its pages.`);
    }
    const captured = captureFrom(
      collector,
      {
        platform: platform.id,
        url: seen.url,
        markup: seen.body,
        ...requested,
      },
      { now: () => realClock.monotonic(), at: new Date().toISOString() },
    );
    if (captured.kind !== 'captured') {
      inform(whyNot(captured));
      return exitCodes.failed;
    }
    const path = await keep(dataFolder, captured.case);
    if (given.flag('json')) {
      say(JSON.stringify({ path, platform: platform.id, lacking: captured.lacking }));
    } else {
      say(path);
      inform(`Read as ${platform.name}: ${captured.lacking.map(lackOf).join('; ')}.`);
      inform(
        `${kilobytes(seen.body)} of page, ${kilobytes(captured.case.markup)} kept. Look through it before you share it.`,
      );
    }
    return exitCodes.done;
  },
};

function fieldsIn(given: Given): WatchedField[] {
  return given.list('field').map((name) => {
    const field = watchedFields.find((each) => each === name);
    if (field === undefined) {
      throw new WrongUse(`--field takes one of ${watchedFields.join(', ')}, not ${name}`);
    }
    return field;
  });
}

function valuesIn(given: Given): CapturedCase['expect']['values'] {
  const [title, price, stock] = ['title', 'price', 'stock'].map((name) => given.text(name));
  const variants = given.whole('variants');
  if (price !== undefined && price !== 'none' && !/^\d+(\.\d{1,4})?$/.test(price)) {
    throw new WrongUse(`--price takes a plain amount such as 19.90, or none, not ${price}`);
  }
  if (stock !== undefined && stock !== 'none' && !/^-?\d{1,9}$/.test(stock)) {
    throw new WrongUse(`--stock takes a whole number, or none, not ${stock}`);
  }
  const choices = given.list('choice').map((choice) => {
    const [option, value] = [choice.slice(0, choice.indexOf('=')), choice.slice(choice.indexOf('=') + 1)];
    if (option === '' || value === '' || !choice.includes('=')) {
      throw new WrongUse(`--choice takes an option and a value such as "Colour=Red", not ${choice}`);
    }
    return choiceOf(option, value);
  });
  return {
    ...(title !== undefined && { title }),
    ...(price !== undefined && { price: price === 'none' ? null : price }),
    ...(stock !== undefined && { stock: stock === 'none' ? null : Number(stock) }),
    ...(variants !== undefined && { variants }),
    ...(choices.length > 0 && { choices }),
  };
}

function lackOf(lack: string): string {
  return watchedFields.some((field) => field === lack) ? `${lack} is missing` : lack;
}

function kilobytes(text: string): string {
  return `${Math.max(1, Math.round(Buffer.byteLength(text) / 1000))} kB`;
}
