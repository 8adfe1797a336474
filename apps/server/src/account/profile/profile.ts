import { type Language, languages } from '@bowerbird/contract/account/account';
import type { Center, Profile, ProfileForm } from '@bowerbird/contract/account/profile';
import { measureNames } from '@bowerbird/contract/figures/analysis';
import type { Db, OwnerDb } from '../../db/database.ts';
import { countAll, countRuns } from '../../figures/counted.ts';
import { toRun } from '../../runs/runs.ts';

/**
 * Returns the language for messages to this person: the one they chose for that, else the one the console shows them
 * now.
 */
export async function languageFor(db: Db, userId: string, shown: Language): Promise<Language> {
  const row = await db.selectFrom('user').select('language').where('id', '=', userId).executeTakeFirst();
  return languages.find((each) => each === row?.language) ?? shown;
}

/** Returns what this person has entered about themselves. */
export async function getProfile(db: Db, userId: string): Promise<Profile> {
  const row = await db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .leftJoin('owner', 'owner.id', 'user.owner_id')
    .select(['user.name', 'user.username', 'user.email', 'user.avatar', 'user.profile', 'user.language'])
    .select(['user.created_at', 'role.id as role_id', 'role.name as role_name', 'owner.name as merchant'])
    .where('user.id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    motto: row.profile.motto ?? '',
    jobTitle: row.profile.jobTitle ?? '',
    tags: row.profile.tags ?? [],
    language: languages.find((each) => each === row.language) ?? null,
    username: row.username,
    email: row.email,
    avatar: row.avatar,
    role: { id: row.role_id, name: row.role_name },
    merchant: row.merchant,
    createdAt: row.created_at.toISOString(),
  };
}

export async function saveProfile(db: Db, userId: string, form: ProfileForm): Promise<void> {
  const { name, motto, jobTitle, language } = form;
  const tags = [...new Set(form.tags)];
  await db
    .updateTable('user')
    .set({ name, language, profile: JSON.stringify({ motto, jobTitle, tags }) })
    .where('id', '=', userId)
    .execute();
}

/** Sets or removes the address of this person's profile image; returns the previous address. */
export async function changeAvatar(db: Db, userId: string, address: string | null): Promise<string | null> {
  return await db.transaction().execute(async (inside) => {
    const { avatar } = await inside
      .selectFrom('user')
      .select('avatar')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await inside.updateTable('user').set({ avatar: address }).where('id', '=', userId).execute();
    return avatar;
  });
}

const recentMax = 10;
const teamMax = 12;

/** Returns this person's own work and the people of the same merchant. */
export async function getCenter(db: OwnerDb, ownerId: string, userId: string, name: string): Promise<Center> {
  const own = db.selectFrom('run').where('owner_id', '=', ownerId).where('created_by', '=', userId);
  const figures: Center['figures'] = [];
  for (const measure of measureNames) {
    const ever = { from: null, to: null };
    figures.push({
      measure,
      own: await countAll(db, ownerId, measure, { ...ever, userId }),
      all: await countAll(db, ownerId, measure, ever),
    });
  }
  const recent = await own.selectAll().orderBy('id', 'desc').limit(recentMax).execute();
  const team = await db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select(['user.id', 'user.name', 'user.avatar', 'role.name as role'])
    .where('user.owner_id', '=', ownerId)
    .where('user.id', '!=', userId)
    .where('user.status', '=', 'active')
    .orderBy('user.created_at')
    .limit(teamMax)
    .execute();
  return {
    figures,
    runs: await countRuns(db, ownerId, userId),
    recent: recent.map((row) => toRun(row, { createdBy: name })),
    team,
  };
}
