/**
 * Loaded into a program that another one started: when the starter is killed and cannot report it, the program stops.
 */
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
