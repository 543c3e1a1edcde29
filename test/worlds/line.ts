import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { onTestFinished } from 'vitest'

/** A line to Postgres or Redis that can be cut, and can lose what is sent. */
export async function lineTo(serverUrl: string) {
  const url = new URL(serverUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const open = new Set<Socket>()
  let lost: string | undefined
  const onTheWay = () =>
    new Transform({
      transform: (bytes: Buffer, _encoding, done) =>
        done(null, lost !== undefined && bytes.includes(lost) ? undefined : bytes),
    })
  const server = createServer(socket => {
    const onward = connect(target)
    for (const end of [socket, onward]) open.add(end.on('error', () => {}))
    socket.pipe(onTheWay()).pipe(onward).pipe(socket)
  })
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen(0)
  const { port } = server.address() as AddressInfo
  url.hostname = '127.0.0.1'
  url.port = String(port)
  const cut = async () => {
    const closed = once(server.close(), 'close')
    for (const end of open) end.destroy()
    open.clear()
    await closed
  }
  onTestFinished(async () => void (server.listening && (await cut())))
  return {
    url: url.toString(),
    cut,
    mend: () => listen(port),
    /** From now on what holds this word is lost on its way to the server. */
    lose: (word: string) => {
      lost = word
    },
  }
}
