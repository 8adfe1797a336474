/** Loaded into a program that another started: when the starter is killed, so that it cannot say so, the program stops. */
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
