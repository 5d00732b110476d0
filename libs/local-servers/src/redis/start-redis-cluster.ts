import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { LocalServerError } from '../local-server-error.js';
import { freePort } from '../process/free-port.js';
import { waitUntil } from '../process/running.js';
import { startRedis, type RedisServer } from './start-redis.js';

const SLOTS = 16_384;
const MASTERS = 3;
const READY_MS = 30_000;

interface RedisCluster {
  nodes: RedisServer[];
  /** The node that currently has the keys of a hash tag. */
  masterOf(tag: string): Promise<RedisServer>;
  stop(): Promise<void>;
}

interface ClusterOptions {
  dir: string;
  /** The silence after which the others consider a node gone. */
  nodeTimeoutMs: number;
}

/** Three masters, the minimum that can agree that one of them is gone, and a replica for each. Needs Redis 7. */
export async function startRedisCluster({ dir, nodeTimeoutMs }: ClusterOptions): Promise<RedisCluster> {
  const nodes: RedisServer[] = [];
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())));
  try {
    for (let i = 0; i < 2 * MASTERS; i += 1) {
      // By default a node uses its own port plus 10000, which may not exist.
      const extraArgs = `--cluster-enabled yes --cluster-port ${await freePort()} --cluster-node-timeout ${nodeTimeoutMs}`.split(' ');
      nodes.push(await startRedis({ dir: join(dir, `node-${i}`), extraArgs }));
    }
    await form(nodes);
  } catch (error) {
    await stop();
    throw LocalServerError.explaining(error, `a cluster of Redis could not be made in ${dir}`);
  }
  return { nodes, masterOf: (tag) => masterOf(nodes, tag), stop };
}

async function form(nodes: RedisServer[]): Promise<void> {
  const [first, ...others] = nodes as [RedisServer, ...RedisServer[]];
  const busPort = async ({ port }: RedisServer) => (await ask(port, 'CONFIG GET cluster-port')).split('\r\n').at(-2) ?? '';
  for (const node of others) await ask(first.port, `CLUSTER MEET 127.0.0.1 ${node.port} ${await busPort(node)}`);
  const knowsAll = async ({ port }: RedisServer) => (await ask(port, 'CLUSTER INFO')).includes(`cluster_known_nodes:${nodes.length}\r\n`);
  await until('its nodes know each other', () => everyOne(nodes, knowsAll));
  for (let i = 0; i < MASTERS; i += 1) {
    const [from, to] = [Math.ceil((i * SLOTS) / MASTERS), Math.ceil(((i + 1) * SLOTS) / MASTERS) - 1];
    await ask(nodes[i]!.port, `CLUSTER ADDSLOTSRANGE ${from} ${to}`);
    const id = (await ask(nodes[i]!.port, 'CLUSTER MYID')).split('\r\n')[1];
    await ask(nodes[i + MASTERS]!.port, `CLUSTER REPLICATE ${id}`);
  }
  const serves = async ({ port }: RedisServer) => (await ask(port, 'CLUSTER INFO')).includes('cluster_state:ok');
  const follows = async ({ port }: RedisServer) => (await ask(port, 'INFO replication')).includes('master_link_status:up');
  await until('it serves', () => everyOne(nodes, serves));
  await until('its replicas follow', () => everyOne(nodes.slice(MASTERS), follows));
}

async function masterOf(nodes: RedisServer[], tag: string): Promise<RedisServer> {
  for (const node of nodes) {
    // Only the node that has the slot answers this. All others, including replicas, reply MOVED.
    const answer = await ask(node.port, `EXISTS {${tag}}:any`).catch(() => '-');
    if (answer.startsWith(':')) return node;
  }
  throw new LocalServerError(`no node of the cluster has the keys of {${tag}}`);
}

async function everyOne(nodes: RedisServer[], holds: (node: RedisServer) => Promise<boolean>): Promise<boolean> {
  return (await Promise.all(nodes.map(holds))).every(Boolean);
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  if (!(await waitUntil(condition, READY_MS))) throw new LocalServerError(`the cluster of Redis is not ready: ${what} is still awaited`);
}

/** The raw answer to one command. */
async function ask(port: number, command: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' }).setEncoding('utf8');
  try {
    await once(socket, 'connect');
    socket.end(`${command}\r\nQUIT\r\n`);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    if (answer.startsWith('-') && !answer.startsWith('-MOVED')) throw new LocalServerError(`Redis refuses ${command}: ${answer}`);
    return answer.replace(/\+OK\r\n$/, '');
  } finally {
    socket.destroy();
  }
}
