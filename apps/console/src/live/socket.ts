import { openLiveEvents } from '@posthorn/contract'
import { readEvent, type SocketEvent } from './events.js'

const firstWaitMs = 500
const longestWaitMs = 10_000
/** The server pings more often than a browser can tell, so we ask: who does not answer by then is gone. */
const pingEveryMs = 15_000

export type SocketListener = {
  /** `hello` came; `again` when it is not the first time. */
  onOpen: (again: boolean) => void
  onEvent: (event: SocketEvent) => void
  onLost: () => void
}

/** Keeps a WebSocket open until it is closed by the function returned. What comes between two is for `onOpen` to ask for. */
export function keepSocket(listener: SocketListener): () => void {
  let socket: WebSocket | undefined
  let attempts = 0
  let opened = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  let ended = false

  const open = () => {
    clearTimeout(waiting)
    const path = openLiveEvents.route.replace('GET ', '/api/v3')
    const next = new WebSocket(`${location.origin.replace('http', 'ws')}${path}`)
    socket = next
    const stopAsking = askWhetherAlive(next)
    next.onmessage = ({ data }) => {
      const event = readEvent(String(data))
      if (event?.event === 'hello') {
        attempts = 0
        listener.onOpen(opened++ > 0)
      } else if (event) listener.onEvent(event)
    }
    next.onclose = () => {
      stopAsking()
      if (ended || socket !== next) return
      listener.onLost()
      waiting = setTimeout(open, Math.min(firstWaitMs * 2 ** attempts++, longestWaitMs))
    }
  }
  const atOnce = () => {
    if (!ended && socket?.readyState === WebSocket.CLOSED) open()
  }
  open()
  window.addEventListener('online', atOnce)
  window.addEventListener('focus', atOnce)
  return () => {
    ended = true
    clearTimeout(waiting)
    window.removeEventListener('online', atOnce)
    window.removeEventListener('focus', atOnce)
    socket?.close()
  }
}

/** Closes a socket whose other end says nothing any more. */
function askWhetherAlive(socket: WebSocket): () => void {
  let seq = 0
  let answered = true
  socket.addEventListener('message', () => {
    answered = true
  })
  const asking = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return
    if (!answered) return abandon(socket)
    answered = false
    socket.send(JSON.stringify({ seq: ++seq, action: 'ping' }))
  }, pingEveryMs)
  return () => clearInterval(asking)
}

/** A silent line would keep `close` waiting for its other end. */
function abandon(socket: WebSocket): void {
  const { onclose } = socket
  socket.onclose = null
  socket.close()
  onclose?.call(socket, new CloseEvent('close'))
}
