import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { type FormFile, startWithForms as start } from '../support/hook-forms.js'
import { startIngress } from '../support/ingress.js'

const refusalOf = async (answer: Response) => `${answer.status} ${(await answer.json()).id}`
const text = (name: string, bytes = name): FormFile => ({ name, bytes })

test("files of Discord's form are posted in their order, and members of the channel read them", async () => {
  const { sendForm, posts, callers } = await start()
  const attachments = [{ id: 1, filename: 'b.txt', description: 'the second' }]
  const sent = await sendForm({ content: 'logs', attachments }, [text('a.txt'), text('b.txt')], {
    query: '?wait=true',
  })
  const message = await sent.json()
  expect(message).toMatchObject({
    content: 'logs',
    attachments: [{ filename: 'a.txt' }, { filename: 'b.txt' }],
  })
  const [post] = await posts()
  const files = [{ name: 'a.txt', type: 'text/plain', size: 5 }, { name: 'b.txt' }]
  expect(post).toMatchObject({ id: message.id, message: 'logs', files })
  const { reader, stranger } = await callers('reader', 'stranger')
  const path = `/files/${message.attachments[1].id}/get`
  expect((await reader.get(path)).body).toBe('b.txt')
  expect(message.attachments[1].url).toMatch(new RegExp(`/api/v3${path}$`))
  expect(await stranger.statusAndId(path)).toContain('404')
})

test('a file larger than the limit of bodies goes through unchanged, without a name in the path', async () => {
  const limits = { fileLimitBytes: 8 * 1024 ** 2 }
  const { sendForm, posts, callers, db } = await start(limits)
  const bytes = Buffer.alloc(6 * 1024 ** 2, 'posthorn')
  expect((await sendForm({ content: '' }, [{ name: '../../etc/large.bin', bytes }])).status).toBe(204)
  await eventually(async () => expect(await posts()).toHaveLength(1))
  const [post] = await posts()
  expect(post).toMatchObject({ message: '', files: [{ name: 'large.bin', size: bytes.length }] })
  const { sha256, id } = await db.file.findFirstOrThrow()
  expect(Buffer.from(sha256)).toEqual(createHash('sha256').update(bytes).digest())
  const { reader } = await callers('reader')
  expect((await reader.get(`/files/${id}/get`)).rawPayload.length).toBe(bytes.length)
})

test('a repeated Idempotency-Key posts the files once, and other files with it are rejected', async () => {
  const { sendForm, posts, db, allWorked } = await start()
  const headers = { 'idempotency-key': 'build-7' }
  const send = (bytes: string) => sendForm({ content: 'once' }, [text('a.txt', bytes)], { headers })
  const [first, second] = [await send('one'), await send('one')]
  expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([204, 204, 'true'])
  expect(second.headers.get('x-delivery-id')).toBe(first.headers.get('x-delivery-id'))
  expect(await refusalOf(await send('two'))).toBe('422 web.incoming_webhook.idempotency.app_error')
  await allWorked()
  const [post, ...others] = await posts()
  expect([post?.message, others]).toEqual(['once', []])
  const posted = await db.file.findMany({ where: { postId: post?.id ?? '' } })
  expect(posted.map(({ id }) => id)).toEqual([(post?.files as [{ id: string }] | undefined)?.[0].id])
})

test('each limit rejects the whole call, and nothing of it stays', async () => {
  const limits = { fileLimitBytes: 2000, filesLimitBytes: 5000 }
  const { sendForm, outcomes, onDisk, db, allWorked } = await start(limits)
  const many = Array.from({ length: 11 }, (_, index) => text(`${index}.txt`))
  for (const [sent, refusal] of [
    [[text('a.txt'), text('b.txt', 'b'.repeat(2001))], '413 web.incoming_webhook.file_too_large.app_error'],
    [many, '413 web.incoming_webhook.file_too_large.app_error'],
    [
      ['a', 'b', 'c'].map(name => text(name, name.repeat(1900))),
      '507 web.incoming_webhook.file_storage.app_error',
    ],
  ] as const)
    expect(await refusalOf(await sendForm({ content: 'x' }, [...sent]))).toBe(refusal)
  await allWorked()
  expect([await outcomes(), await onDisk(), await db.file.count()]).toEqual([[], [], 0])
})

test('a call with files counts against the rate of its hook, before its body is read', async () => {
  const { sendForm, onDisk } = await start({ hookRate: { points: 2, seconds: 60 } })
  const statuses = []
  for (const name of ['a', 'b', 'c']) statuses.push((await sendForm({ content: name }, [text(name)])).status)
  expect([statuses, (await onDisk()).length]).toEqual([[204, 204, 429], 2])
})

test('without the API the sender gets 503, and a form without files is posted as before', async () => {
  const { db, redisUrl, prefix, messages } = await start()
  const options = {
    db,
    redisUrl,
    prefix,
    bodyLimitBytes: 1024 ** 2,
    hookRate: 'off',
    backlogLimit: 1000,
  } as const
  const { hookUrl, close } = await startIngress({ ...options, apiUrl: 'http://127.0.0.1:9' })
  const form = (withFile: boolean) => {
    const body = new FormData()
    body.append('payload_json', JSON.stringify({ content: 'plain' }))
    if (withFile) body.append('files[0]', new Blob(['x']), 'x.txt')
    return fetch(hookUrl, { method: 'POST', body })
  }
  const refused = await form(true)
  expect(await refusalOf(refused)).toBe('503 web.incoming_webhook.files_unavailable.app_error')
  expect(refused.headers.get('retry-after')).toBe('5')
  expect((await form(false)).status).toBe(204)
  await eventually(async () => expect(await messages()).toEqual(['plain']))
  await close()
})

test('a server that stores no files posts the text and reports the files as ignored', async () => {
  const { sendForm, db, messages } = await start({ isOff: true })
  expect((await sendForm({ content: 'text' }, [text('build.log')])).status).toBe(204)
  await eventually(async () => expect(await messages()).toEqual(['text']))
  expect(await db.delivery.findFirstOrThrow()).toMatchObject({ ignored: ['file build.log'] })
})

test('a form of unknown length is posted without its files where none are stored, at the latest with a retry', async () => {
  const { hookUrl, messages } = await start({ isOff: true })
  async function* body() {
    yield Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content":"text"}\r\n',
    )
    yield Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="files[0]"; filename="a"\r\n\r\na\r\n--b--\r\n',
    )
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const send = () =>
    fetch(hookUrl, { method: 'POST', headers, body: body(), duplex: 'half' } as unknown as RequestInit)
  expect([(await send()).status, (await send()).status]).toEqual([503, 204])
  await eventually(async () => expect(await messages()).toEqual(['text']))
})

test('an upload that is cut in the middle leaves nothing, and frees its place', async () => {
  const { hookUrl, sendForm, onDisk, db } = await start({ fileLimitBytes: 8 * 1024 ** 2 })
  const { hostname, port, pathname } = new URL(`${hookUrl}/discord`)
  for (let times = 0; times < 6; times++) {
    const socket = connect(Number(port), hostname)
    const head = [
      `POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b`,
      'content-length: 5000000\r\n\r\n--b\r\ncontent-disposition: form-data; name="files[0]"; filename="a"\r\n\r\n',
    ]
    socket.write(head.join('\r\n'))
    socket.write(Buffer.alloc(1_000_000))
    await eventually(async () => expect((await onDisk()).length).toBeGreaterThan(0))
    socket.destroy()
    await eventually(async () => expect(await onDisk()).toEqual([]))
  }
  expect((await sendForm({ content: 'next' }, [text('a.txt')])).status).toBe(204)
  expect(await db.file.count()).toBe(1)
})

test('replays of a posted delivery with files are rejected, and nobody posts the files of another hook', async () => {
  const { sendForm, db, hookUrl, outcomes, allWorked } = await start()
  await sendForm({ content: 'mine' }, [text('a.txt')])
  await allWorked()
  const { id } = await db.file.findFirstOrThrow()
  const body = JSON.stringify({ content: 'again', attachments: [{ id, filename: 'a.txt' }] })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${hookUrl}/discord`, { method: 'POST', headers, body })
  await allWorked()
  await eventually(async () => expect(await outcomes()).toEqual(['posted', 'rejected: foreign_file']))
})
