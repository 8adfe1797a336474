/** Organisation, invitations and changes of the navigation. */
export type AccessTables = Record<never, never>;
