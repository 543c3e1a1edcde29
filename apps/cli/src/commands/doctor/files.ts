import type { ApiError } from '@posthorn/contract'
import { type Server, typedClient } from '../../session/server.js'
import { type Finding, fine, warning } from './finding.js'

export type ShowProgress = (done: number, total: number) => void

type Missing = Awaited<ReturnType<Server['client']['listMissingFiles']>>['missing']

const shown = 5

/** Compares the files of posts with the storage, in both directions. Finds nothing on a server without a storage. */
export async function files({ url, token }: Server, progress: ShowProgress): Promise<Finding[]> {
  const client = await typedClient(url, token, () => {}, { reportsBusy: true })
  try {
    return [await missing(client, progress), await orphans(client)]
  } catch (error) {
    const { status = 0, message } = error as Partial<ApiError>
    if (status === 501) return [] // it stores no files
    if (status !== 503) throw error
    const fix = 'Repeat this when the storage responds.'
    return [warning('files', `The files could not be checked: ${message}`, fix)]
  }
}

async function missing(client: Server['client'], progress: ShowProgress): Promise<Finding> {
  const found: Missing = []
  let [checked, after] = [0, '']
  do {
    const page = await client.listMissingFiles({ query: after === '' ? {} : { after } })
    found.push(...page.missing)
    checked += page.checked
    after = page.next
    progress(checked, after === '' ? checked : page.total)
  } while (after !== '')
  if (found.length === 0) return fine('files', `All ${checked} files of posts have their bytes.`)
  const some = found.slice(0, shown).map(({ id, name }) => `${name} (${id})`)
  const more = found.length > shown ? `, and ${found.length - shown} more` : ''
  return warning(
    'files',
    `${found.length} of ${checked} files of posts have no bytes: ${some.join(', ')}${more}.`,
    'Copy them from an older backup into FILES_DIR, or bring back their versions in the bucket.',
  )
}

/** They do no harm. */
async function orphans(client: Server['client']): Promise<Finding> {
  const { listed, orphans: count, complete } = await client.countOrphanFiles()
  const among = complete ? `${listed}` : `the first ${listed}`
  const message = `${count} of ${among} stored files older than a day belong to no post.`
  return fine('orphans', count === 0 ? message : `${message} Posthorn deletes them within a day.`)
}
