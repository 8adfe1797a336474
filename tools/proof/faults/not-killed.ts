/** Background work of the program in which no drill kills a process, each with the reason. */
export const notKilled: Readonly<Record<string, string>> = {
  keepBeating: 'writes a heartbeat and nothing that has to be complete',
  keepUncarried: 'is one statement at the start, repeated at each start',
  keepFilmArticles: 'is one transaction at each start, which the next start repeats',
  keepNotifyingEnds: 'is one transaction of the same form as keepReminding',
  keepListing:
    'writes run and next time in one transaction, as keepWatching does; a listing run is killed in drills of its own',
  keepCopying:
    'takes a copy from one run to the next in one transaction; each of its runs is of a kind that is killed',
  keepComparing:
    'reads a store and saves what it read page by page; an interrupted comparison is started again',
};
