import { AppError } from '@bowerbird/contract/errors';
import { isForPerson } from '../config/cannot-start.ts';
import { exitCodes, inform, readGiven, say, WrongUse } from './command.ts';
import { commands } from './commands.ts';
import { sentenceOf } from './run-text.ts';

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    sayAll();
    return name === undefined ? exitCodes.failed : exitCodes.done;
  }
  const listed = commands.find((each) => each.name === name);
  if (!listed) {
    throw new WrongUse(`${name} is no command. See: npm run -s bowerbird -- --help`);
  }
  const command = await listed.load();
  const given = readGiven(command, args);
  if (given.flag('help')) {
    say(`${listed.summary}\n\n${command.usage}`);
    return exitCodes.done;
  }
  return await command.run(given);
}

function sayAll(): void {
  say('npm run -s bowerbird -- COMMAND [...]\n');
  for (const { name, summary } of commands) {
    say(`  ${name.padEnd(13)} ${summary}`);
  }
  say('\nEach tells more with --help. Everything is done for the only merchant, or for --for EMAIL.');
}

/** The reader of the output may stop reading; that is not an error of ours. */
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed),
);

main(process.argv.slice(2))
  .then(
    (code) => {
      process.exitCode = code;
    },
    (thrown: unknown) => {
      inform(wordsOf(thrown));
      process.exitCode = exitCodes.failed;
    },
  )
  // Everything is closed and written by then; nothing that is still open may keep the person waiting.
  .finally(() => setTimeout(() => process.exit(), 2000).unref());

function wordsOf(thrown: unknown): string {
  if (thrown instanceof AppError && thrown.code !== 'unexpected') {
    return `${sentenceOf(thrown)} (${thrown.code})`;
  }
  if (thrown instanceof WrongUse || isForPerson(thrown)) {
    return thrown.message;
  }
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
