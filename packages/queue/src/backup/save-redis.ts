import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { RedisOptions } from 'ioredis'
import { parseRedisUrl } from '../connection/redis-url.js'
import { clusterTrouble, slotProbe } from '../connection/supported.js'

/** While Redis prepares a copy, it sends a byte every ten seconds, or as often as `repl-ping-replica-period` says. */
const silentMs = 120_000

/**
 * Copies all data of a Redis as of one moment: yields its file `dump.rdb`, which a Redis of the same or a later version loads. The
 * connection is that of a replica which leaves after the first copy. Redis needs memory for what changes meanwhile, as for any
 * replica. https://redis.io/docs/latest/operate/oss_and_stack/management/replication/
 *
 * @param onSize is called with the number of bytes, unless Redis streams a copy that it never writes to its disk
 * @throws if Redis is a cluster, is reached through Sentinels, has another database than 0, or refuses replicas
 */
export async function* saveRedis(
  url: string,
  onSize: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const options = parseRedisUrl(url)
  if (options.sentinels || (options.db ?? 0) !== 0)
    throw new Error(
      'only database 0 of a Redis at redis:// or rediss:// can be copied. Use its own backup and --no-redis',
    )
  const socket = open(options)
  try {
    const replies = openReplies(socket)
    await logIn(socket, replies, options)
    const trouble = clusterTrouble((await ask(socket, replies, ...slotProbe)).slice(1))
    if (trouble) throw new Error(trouble)
    yield* copyFrom(socket, replies, onSize)
  } finally {
    socket.destroy()
  }
}

function open({ host = '', port = 0, tls }: RedisOptions): Socket {
  const socket = tls ? connectTls({ ...tls, host, port }) : connectPlain({ host, port })
  const stop = () => socket.destroy(new Error('Redis stopped responding during the copy'))
  return socket.setTimeout(silentMs, stop)
}

/** Sends a command and returns the first line of its reply. */
async function ask(socket: Socket, { line }: Replies, ...words: string[]): Promise<string> {
  const parts = words.map(word => `$${Buffer.byteLength(word)}\r\n${word}\r\n`)
  socket.write(`*${words.length}\r\n${parts.join('')}`)
  return line()
}

async function logIn(socket: Socket, replies: Replies, { username, password }: RedisOptions): Promise<void> {
  if (!password) return
  const reply = await ask(socket, replies, 'AUTH', ...(username ? [username] : []), password)
  if (reply.startsWith('-')) throw new Error(reply.slice(1))
}

async function* copyFrom(
  socket: Socket,
  replies: Replies,
  onSize: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  await ask(socket, replies, 'REPLCONF', 'capa', 'eof') // otherwise Redis first writes the copy to its disk
  await ask(socket, replies, 'REPLCONF', 'rdb-only', '1') // not known before Redis 7
  const reply = await ask(socket, replies, 'PSYNC', '?', '-1')
  if (!reply.startsWith('+FULLRESYNC'))
    throw new Error(`Redis refused to be copied (${reply.slice(1)}). Use its own backup and --no-redis`)
  const [, mark, size] = /^\$(?:EOF:(.{40})|(\d+))$/.exec(await replies.line()) ?? []
  if (mark !== undefined) yield* replies.until(Buffer.from(mark))
  else if (size === undefined) throw new Error('Redis failed to make a copy. Its log says why')
  else {
    onSize(Number(size))
    yield* replies.exactly(Number(size))
  }
}

/** What a Redis sends, in the order in which it is read. */
type Replies = {
  /** Returns a line without its end, and without the line feeds before it, by which Redis shows that it is alive. */
  line: () => Promise<string>
  /** Yields as many bytes. */
  exactly: (bytes: number) => AsyncGenerator<Buffer>
  /** Yields everything before a mark with which Redis pauses. */
  until: (mark: Buffer) => AsyncGenerator<Buffer>
}

const lineEnd = '\r\n'

/** Reads a connection, with no more in memory than what arrives at once. All reads throw if it ends too early. */
function openReplies(connection: AsyncIterable<Buffer>): Replies {
  const pieces = connection[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const more = async () => {
    const { value, done } = await pieces.next()
    if (done) throw new Error('Redis ended the connection during the copy')
    held = held.length === 0 ? value : Buffer.concat([held, value])
  }
  /** Removes bytes from the beginning. */
  const take = (bytes: number) => {
    const taken = held.subarray(0, bytes)
    held = held.subarray(taken.length)
    return taken
  }
  return {
    line: async () => {
      while (!held.includes(lineEnd)) await more()
      const line = take(held.indexOf(lineEnd) + lineEnd.length).toString()
      return line.trim()
    },
    async *exactly(bytes) {
      for (let left = bytes; left > 0; ) {
        if (held.length === 0) await more()
        const taken = take(left)
        left -= taken.length
        yield taken
      }
    },
    async *until(mark) {
      for (;;) {
        if (held.subarray(-mark.length).equals(mark)) break
        if (held.length > mark.length) yield take(held.length - mark.length)
        await more()
      }
      yield take(held.length - mark.length)
    },
  }
}
