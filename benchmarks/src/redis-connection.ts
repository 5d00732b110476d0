/** BullMQ's options for the URL of a Redis. */
export function redisConnection(url: string): { host: string; port: number; db: number } {
  const { hostname: host, port, pathname } = new URL(url);
  return { host, port: Number(port), db: Number(pathname.slice(1) || 0) };
}
