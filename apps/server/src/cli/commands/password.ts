import { renewPassword } from '../../account/passwords/new-password.ts';
import { recordByOperator } from '../../audit/by-operator.ts';
import { type Command, exitCodes, say, WrongUse } from '../command.ts';
import { withProgram } from '../session.ts';

export const password: Command = {
  usage: 'password USER_NAME_OR_EMAIL',
  options: {},

  run: (given) =>
    withProgram(async ({ services: { db } }) => {
      const [name] = given.words;
      if (name === undefined) {
        throw new WrongUse('Whose? password USER_NAME_OR_EMAIL');
      }
      const renewed = await renewPassword(db, name, (inside, username) =>
        recordByOperator(inside, 'password-renewed', { username }),
      );
      if (renewed === null) {
        throw new WrongUse(`Nobody here is called ${name}.`);
      }
      say(renewed);
      return exitCodes.done;
    }),
};
