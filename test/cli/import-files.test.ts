import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileOptions } from '../support/file-options.js'
import { type ZipEntry, zipOf } from '../support/zip-file.js'
import { bulkExport, early, inLines, post } from './mattermost-export.js'
import { startCli } from './start-cli.js'

const limit = 64 * 1024
const text = 'lines of a log\n'.repeat(100)

const paths = ['20210303/a/build.log', '20210303/b/too-large.bin', '20210303/c/lost.txt']
const withFiles = [
  ...bulkExport,
  post('ada', 'Three files', 100, { attachments: paths.map(path => ({ path })) }),
  post('ada', '', 110, { attachments: [{ path: 'data/20210303/d/alone.txt' }] }),
  post('ada', 'harm', 120, { attachments: [{ path: '../secret.txt' }, { path: 'link.txt' }] }),
]
const archive: ZipEntry[] = [
  { name: 'import.jsonl', content: inLines(withFiles) },
  { name: `data/${paths[0]}`, content: text },
  { name: `data/${paths[1]}`, content: Buffer.alloc(limit + 1, 'x') },
  { name: 'data/20210303/d/alone.txt', content: 'alone' },
]

async function start({ stores = true } = {}) {
  const files = stores ? await fileOptions({ fileLimitBytes: limit }) : undefined
  const cli = await startCli(files && { files })
  writeFileSync(join(cli.home, 'export.zip'), zipOf(archive))
  const run = async (more: string[] = [], file = 'export.zip') => {
    expect(await cli.posthorn(['import', 'mattermost', file, ...more])).toMatchObject({ code: 0 })
    const { counts, reasons } = JSON.parse(readFileSync(join(cli.home, 'import-mattermost.json'), 'utf8'))
    const ofFiles = Object.entries(reasons).filter(([reason]) => reason.startsWith('file: '))
    return { count: counts.file, reasons: Object.fromEntries(ofFiles), posts: counts.post }
  }
  const stored = async (message: string) =>
    cli.db.post.findFirstOrThrow({
      where: { message: { startsWith: message }, createAt: { gte: early + 100 } },
    })
  return { ...cli, files, run, stored }
}

const onDisk = (files: { folder: string } | undefined) =>
  readdirSync(files?.folder ?? '', { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => name)

const skipped = {
  'file: It is larger than FILE_LIMIT, 65536 bytes.': 1,
  'file: The export does not have it.': 4,
}

test('Mattermost’s files come with their posts, within the limits, and a dry run counts the same', async () => {
  const { run, stored, db, callers, files } = await start()
  const dry = await run(['--dry-run'])
  expect(dry).toMatchObject({ count: { created: 2, known: 0, skipped: 5 }, reasons: skipped })
  expect([await db.file.count(), onDisk(files).length]).toEqual([0, 0])
  expect(await run()).toMatchObject({ count: dry.count, reasons: skipped })
  const post = await stored('Three files')
  expect(post.message).toBe(
    'Three files\nFile: `too-large.bin` (not imported)\nFile: `lost.txt` (not imported)',
  )
  const [shown] = post.files as { id: string; name: string; size: number; type: string }[]
  expect(shown).toEqual({ id: shown?.id, name: 'build.log', size: text.length, type: 'text/plain' })
  const row = await db.file.findUniqueOrThrow({ where: { id: shown?.id ?? '' } })
  expect(row).toMatchObject({ postId: post.id, userId: post.userId, createAt: post.createAt })
  const alone = await db.post.findFirstOrThrow({ where: { createAt: early + 110 } })
  expect(alone).toMatchObject({ message: '', files: [{ name: 'alone.txt', size: 5 }] })
  const { admin } = await callers('admin')
  const read = await admin.get(`/admin/export/files/${shown?.id}`)
  expect([read.statusCode, read.body]).toEqual([200, text])
})

test('a repeated import of files stores nothing again', async () => {
  const { run, db, files } = await start()
  await run()
  const before = [await db.file.findMany({ orderBy: { id: 'asc' } }), onDisk(files)]
  expect(await run()).toMatchObject({ count: { created: 0, known: 2, skipped: 5 }, posts: { created: 0 } })
  expect([await db.file.findMany({ orderBy: { id: 'asc' } }), onDisk(files)]).toEqual(before)
})

test('an export that is unpacked has its files in its folder, and no others are read', async () => {
  const { run, home, db } = await start()
  const folder = join(home, 'unpacked')
  mkdirSync(join(folder, 'data/20210303/a'), { recursive: true })
  writeFileSync(join(home, 'secret.txt'), 'a secret')
  writeFileSync(join(folder, 'import.jsonl'), inLines(withFiles))
  writeFileSync(join(folder, 'data', paths[0] ?? ''), text)
  symlinkSync(join(home, 'secret.txt'), join(folder, 'link.txt'))
  expect(await run([], 'unpacked/import.jsonl')).toMatchObject({ count: { created: 1, skipped: 6 } })
  expect((await db.file.findMany()).map(({ name }) => name)).toEqual(['build.log'])
})

test('a server without a place for files says so, and posts that came without them stay as they are', async () => {
  const { run, stored } = await start({ stores: false })
  const { count, reasons } = await run()
  expect([count.skipped, Object.keys(reasons)]).toEqual([
    7,
    ['file: This server stores no files. Set FILES_DIR or S3_BUCKET.'],
  ])
  expect((await stored('Three files')).message.split('\n')).toHaveLength(4)
})

test('an export with files brings them to another server', async () => {
  const from = await start()
  await from.run()
  const exported = ['export', '--out', 'all.jsonl', '--files', 'files']
  expect(await from.posthorn(exported)).toMatchObject({ code: 0, stderr: expect.stringMatching(/2 files/) })
  expect(await from.posthorn(['export', '--files', 'files'])).toMatchObject({ code: 2 })
  const to = await start()
  const [file, folder] = [join(from.home, 'all.jsonl'), join(from.home, 'files')]
  const bring = (more: string[]) => to.posthorn(['import', 'posthorn', file, '--as', 'first', ...more])
  expect((await bring(['--dry-run'])).stderr).toContain('2 × file: Name the folder with the exported files')
  expect(await bring(['--files', folder])).toMatchObject({ code: 0 })
  const [was, is] = [await from.stored('Three files'), await to.stored('Three files')]
  const names = ({ files }: typeof was) => (files as { name: string }[]).map(({ name }) => name)
  expect([is.message, names(is)]).toEqual([was.message, ['build.log']])
  expect(await to.db.file.count()).toBe(2)
})

test('a file whose bytes are broken is skipped alone', async () => {
  const { run, home, db } = await start()
  const attachments = ['broken.txt', 'whole.txt'].map(path => ({ path }))
  const lines = inLines([...bulkExport, post('ada', 'Two files', 100, { attachments })])
  const broken = { name: 'data/broken.txt', content: 'x'.repeat(5000), claims: 2 }
  const entries = [
    { name: 'import.jsonl', content: lines },
    broken,
    { name: 'data/whole.txt', content: text },
  ]
  writeFileSync(join(home, 'export.zip'), zipOf(entries))
  const { count, reasons } = await run()
  expect(count).toMatchObject({ created: 1, skipped: 2 })
  expect(Object.keys(reasons)).toContainEqual(
    expect.stringMatching(/^file: It cannot be read \(.*too many bytes/),
  )
  expect((await db.file.findMany()).map(({ name }) => name)).toEqual(['whole.txt'])
})
