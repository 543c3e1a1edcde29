import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

type Connection = { near: Socket; far: Socket; silent: boolean }

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>

/** A TCP proxy to the server behind a URL: a line that can be cut, held up, or go silent as when the far end lost its power. */
export async function openTcpProxy(serverUrl: string) {
  const url = new URL(serverUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const open = new Set<Connection>()
  let held = false
  let lost: string | undefined
  const onTheWay = () =>
    new Transform({
      transform: (bytes: Buffer, _encoding, done) =>
        done(null, lost !== undefined && bytes.includes(lost) ? undefined : bytes),
    })
  const carry = ({ near, far }: Connection) => void near.pipe(onTheWay()).pipe(far).pipe(near)
  const server = createServer(near => {
    const connection = { near, far: connect(target), silent: false }
    open.add(connection)
    follow(connection, connection.near, connection.far)
    follow(connection, connection.far, connection.near)
    if (!held) carry(connection)
  })
  /** One end's close is the other's, unless nobody can tell it. */
  const follow = (connection: Connection, end: Socket, other: Socket) => {
    end.on('error', () => {}) // a close follows
    end.on('close', () => {
      if (!connection.silent) other.destroy()
      if (other.destroyed) open.delete(connection)
    })
  }
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen(0)
  const { port } = server.address() as AddressInfo
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.toString(),
    /** Closes every connection and takes no more, until `mend`. */
    cut: async () => {
      if (!server.listening) return
      const closed = once(server.close(), 'close')
      destroyAll(open)
      await closed
    },
    mend: () => listen(port),
    connections: () => open.size,
    /** Closes every connection; new ones work. */
    drop: () => destroyAll(open),
    /** From now on what holds this word is lost on its way to the server. */
    lose: (word: string) => {
      lost = word
    },
    /** Every connection stays open and carries nothing more, or no answers only; new ones work. */
    fallSilent: (lost: 'both ways' | 'answers') => {
      for (const connection of open) silence(connection, lost)
    },
    /** Carries nothing, new connections included, until `goOn`; then also what was held up. */
    hold: () => {
      held = true
      for (const { near, far, silent } of open) if (!silent) for (const end of [near, far]) end.unpipe()
    },
    goOn: () => {
      held = false
      for (const connection of open) if (!connection.silent) carry(connection)
    },
  }
}

function destroyAll(open: Set<Connection>): void {
  for (const { near, far } of open) for (const end of [near, far]) end.destroy()
  open.clear()
}

function silence(connection: Connection, lost: 'both ways' | 'answers'): void {
  connection.silent = true
  for (const end of lost === 'answers' ? [connection.far] : [connection.near, connection.far])
    end.unpipe().resume() // read, and thrown away
}
