import { AppError } from '@bowerbird/contract/errors';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from '@bowerbird/contract/route';
import type { Run } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import { z } from 'zod';
import { personColumns, personOf } from '../account/people.ts';
import { readConfig } from '../config/config.ts';
import { asOwner } from '../db/database.ts';
import type { Call, Served } from '../http/serve.ts';
import { may, type SignedIn } from '../http/signed-in.ts';
import { type OpenProgram, openProgram } from '../program/open.ts';
import { type Given, inform, WrongUse } from './command.ts';
import { findPracticePort } from './practice-port.ts';
import { waitFor } from './waiting.ts';

interface Input<R> {
  params?: ParamsOf<R>;
  query?: QueryOf<R>;
  body?: BodyOf<R>;
  /** The body of a call that takes bytes, such as a part of a file. */
  bytes?: Buffer;
}

/** The program opened for one person: calls go through the same routes, rights and shapes as over HTTP. */
export interface Session {
  program: OpenProgram;
  ownerId: string;
  call<R extends Route>(route: R, input?: Input<R>): Promise<AnswerOf<R>>;
  /** Waits until the run has ended or was paused; works on the run here if no server does. */
  wait(runId: string): Promise<Run>;
}

/** Opens the program for one person, runs the command, and leaves everything as it was found. */
export function withSession<T>(given: Given, work: (session: Session) => Promise<T>): Promise<T> {
  return withProgram(async (program) =>
    work(sessionOf(program, await findPerson(program, given.text('for')))),
  );
}

/** Opens the program for anybody who may read its data folder, and leaves everything as it was found. */
export async function withProgram<T>(work: (program: OpenProgram) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const program = await openProgram(config, {
    say: inform,
    whenDone: 'leave-as-found',
    simulatorPort: config.simulatorPort === 0 ? await findPracticePort(config) : config.simulatorPort,
  });
  try {
    if (program.firstAccounts) {
      const { administrator, merchant } = program.firstAccounts;
      inform(`Administrator: ${administrator.username} / ${administrator.password}`);
      inform(`Demo merchant: ${merchant.username} / ${merchant.password}`);
      inform('These passwords are shown this once.');
    }
    return await work(program);
  } finally {
    await program.close();
  }
}

function sessionOf(program: OpenProgram, user: SignedIn): Session {
  const { services } = program;
  const ownerOf = () => {
    if (user.ownerId === null) {
      throw new AppError('permission.missing', 'an administrator acts for nobody', {
        params: { permission: 'owner', action: 'get' },
      });
    }
    return user.ownerId;
  };
  const call: Call = {
    services,
    user,
    get ownerId() {
      return ownerOf();
    },
    db: (work) => asOwner(services.db, ownerOf(), work),
    // A person who runs a command has access to the database itself.
    record: async () => undefined,
    language: 'en-US',
    // A command has no HTTP request; the protocol and host are those at which the console would be reached.
    request: { protocol: 'http', host: `127.0.0.1:${services.config.port}` } as unknown as Call['request'],
    reply: undefined as unknown as Call['reply'],
  };
  return {
    program,
    get ownerId() {
      return ownerOf();
    },
    async call(route, input = {}) {
      const served = program.served.find((each) => each.route === route);
      if (!served) {
        throw new AppError('route.not-found', route.path);
      }
      return await answer(served, input, call);
    },
    wait: (runId) => waitFor(program, ownerOf(), runId),
  };
}

/**
 * Does what `http/add-routes.ts` does around a call: checks the right, the shape of the input and the shape of the response.
 */
async function answer<R extends Route>(
  { route, rawBody, answer: work }: Served,
  input: Input<R>,
  call: Call,
): Promise<AnswerOf<R>> {
  const { needs } = route;
  if (typeof needs === 'object' && !may(call.user, needs.permission, needs.action)) {
    throw new AppError('permission.missing', `${needs.permission}.${needs.action}`, { params: { ...needs } });
  }
  const data = await work(
    {
      params: route.params && read(route.params, input.params ?? {}),
      query: route.query && read(route.query, input.query ?? {}),
      body: rawBody ? input.bytes : route.body && read(route.body, input.body),
    },
    call,
  );
  return z.parse(route.answer, data) as AnswerOf<R>;
}

function read(schema: z.core.$ZodType, value: unknown): unknown {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, code, message }) => ({
      path: path.map(String),
      code: code ?? '',
      message,
    }));
    throw new WrongUse(issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  }
  return parsed.data;
}

/** Returns the person with this e-mail address, else the person of the only merchant. */
async function findPerson({ services: { db } }: OpenProgram, email: string | undefined): Promise<SignedIn> {
  const people = await db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select(personColumns)
    .where('user.status', '=', 'active')
    .$if(email === undefined, (query) => query.where('user.owner_id', 'is not', null))
    .$if(email !== undefined, (query) => query.where(sql`lower(email)`, '=', (email ?? '').toLowerCase()))
    .orderBy('user.created_at')
    .limit(2)
    .execute();
  const [row, another] = people;
  if (!row) {
    throw new WrongUse(
      email === undefined ? 'There is no merchant yet.' : `Nobody here has the address ${email}.`,
    );
  }
  if (another) {
    throw new WrongUse('There are several merchants. Say for whom: --for EMAIL');
  }
  return personOf(row, Buffer.alloc(0));
}
