import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'

type Connection = { near: Socket; far: Socket; silent: boolean }
type State = {
  open: Set<Connection>
  held: boolean
  lost: string | undefined
  rewritten: { from: string; to: string } | undefined
}

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>

/** Opens a TCP proxy to the server behind a URL. It can cut, hold or silence connections, as when the far end loses power. */
export async function openTcpProxy(serverUrl: string) {
  const url = new URL(serverUrl)
  const state: State = { open: new Set(), held: false, lost: undefined, rewritten: undefined }
  const target = { host: url.hostname, port: Number(url.port) }
  const server = serverBefore(target, state)
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen(0)
  const { port } = server.address() as AddressInfo
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.toString(),
    /** Closes every connection and accepts no more until `restore`. */
    cut: async () => {
      if (!server.listening) return
      const closed = once(server.close(), 'close')
      destroyAll(state)
      await closed
    },
    restore: () => listen(port),
    connections: () => state.open.size,
    /** Closes every connection. New ones work. */
    drop: () => destroyAll(state),
    /** Leads to another server from now on, and closes the connections to the previous one. */
    redirect: (otherUrl: string) => {
      const other = new URL(otherUrl)
      Object.assign(target, { host: other.hostname, port: Number(other.port) })
      destroyAll(state)
    },
    /** Drops all further data to the server that contains this word. */
    lose: (word: string) => {
      state.lost = word
    },
    /** Replaces this word in all further responses by another one of the same length. */
    rewrite: (from: string, to: string) => {
      state.rewritten = { from, to }
    },
    /** Keeps every connection open without passing on data, or only without responses. New ones work. */
    fallSilent: (lost: 'both ways' | 'answers') => {
      for (const connection of state.open) silence(connection, lost)
    },
    /** Holds all data, including that of new connections, until `resume`. */
    hold: () => hold(state),
    resume: () => resume(state),
  }
}

function serverBefore(target: { host: string; port: number }, state: State): Server {
  return createServer(near => {
    const connection = { near, far: connect(target), silent: false }
    state.open.add(connection)
    propagateClose(state, connection, connection.near, connection.far)
    propagateClose(state, connection, connection.far, connection.near)
    if (!state.held) carry(state, connection)
  })
}

/** Closes the other end when one end closes, unless the connection is silent. */
function propagateClose({ open }: State, connection: Connection, end: Socket, other: Socket): void {
  end.on('error', () => {}) // a close follows
  end.on('close', () => {
    if (!connection.silent) other.destroy()
    if (other.destroyed) open.delete(connection)
  })
}

function carry(state: State, { near, far }: Connection): void {
  const losing = new Transform({
    transform: (bytes: Buffer, _encoding, done) =>
      done(null, state.lost !== undefined && bytes.includes(state.lost) ? undefined : bytes),
  })
  const rewriting = new Transform({
    transform: (bytes: Buffer, _encoding, done) => {
      const { from, to } = state.rewritten ?? {}
      const text = bytes.toString('latin1')
      done(null, from && to ? Buffer.from(text.replaceAll(from, to), 'latin1') : bytes)
    },
  })
  near.pipe(losing).pipe(far).pipe(rewriting).pipe(near)
}

function hold(state: State): void {
  state.held = true
  for (const { near, far, silent } of state.open) if (!silent) for (const end of [near, far]) end.unpipe()
}

function resume(state: State): void {
  state.held = false
  for (const connection of state.open) if (!connection.silent) carry(state, connection)
}

function destroyAll({ open }: State): void {
  for (const { near, far } of open) for (const end of [near, far]) end.destroy()
  open.clear()
}

function silence(connection: Connection, lost: 'both ways' | 'answers'): void {
  connection.silent = true
  for (const end of lost === 'answers' ? [connection.far] : [connection.near, connection.far])
    end.unpipe().resume() // read and discarded
}
