// Compiled on its own to /sw.js (service-worker.ts of the console), so it imports nothing.
// Browsers run it while no page of Posthorn is open. It answers no requests and caches nothing.
declare const self: ServiceWorkerGlobalScope

/** A decrypted message of the api (apps/api/src/push/notice-text.ts). */
type PushedNotice = { title: string; body: string; path: string; tag: string }

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Shows a notification, unless the user sees Posthorn in this browser. */
async function showNotice({ title, body, path, tag }: PushedNotice): Promise<void> {
  if ((await windows()).some(({ visibilityState }) => visibilityState === 'visible')) return
  await self.registration.showNotification(title, { body, tag, data: path })
}

/** Shows the post in an open window, else in a new one. */
async function openNotified(path: string): Promise<void> {
  const [open] = await windows()
  if (!open) return void (await self.clients.openWindow(path))
  await open.focus().catch(() => {}) // not every browser allows it
  open.postMessage({ open: path })
}

self.addEventListener('install', () => void self.skipWaiting())

self.addEventListener('push', event => {
  if (event.data) event.waitUntil(showNotice(event.data.json()))
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openNotified(String(event.notification.data)))
})
