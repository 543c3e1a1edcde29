import { type EventReader, notShown } from '../forges/events.js'
import { type ForgePush, isNoCommit, pushText, refOf } from '../forges/push.js'
import { joined } from '../markdown.js'
import type { Native } from '../native.js'
import { azureCommitUrl, azureName, azureRepository } from './common.js'

/** Branches and tags of one push that a post shows. */
const maxRefs = 5

/** Reads `git.push`. Its commits belong to no branch in particular. */
export const azurePush: EventReader = (body, event) => {
  const refs = body.at('resource', 'refUpdates').items
  if (refs.length === 0) return notShown(event, 'the push changed nothing')
  const shown = refs
    .slice(0, maxRefs)
    .map(ref => pushText(pushOf(body.at('resource'), ref, refs.length === 1)))
  const hidden = body.at('resource', 'refUpdates').length - shown.length
  const more = hidden > 0 && `… and ${hidden} more branches and tags`
  return { event, text: joined([...shown, more], '\n\n') }
}

function pushOf(push: Native, update: Native, hasCommits: boolean): ForgePush {
  const where = azureRepository(push.at('repository'))
  const { kind, name } = refOf(update.at('name').text)
  const [before, after] = [update.at('oldObjectId').text, update.at('newObjectId').text]
  const change = changeOf(before, after)
  const version = `${kind === 'tag' ? 'GT' : 'GB'}${encodeURIComponent(name.slice(0, 200).toWellFormed())}`
  const isListed = hasCommits && kind === 'branch' && change !== 'deleted'
  const commits = isListed ? push.at('commits') : push.at('none')
  const isKnown = where.url !== '' && change !== 'deleted'
  const range = /^[\da-f]+ [\da-f]+$/i.test(`${before} ${after}`)
    ? `baseVersion=GC${before}&targetVersion=GC${after}`
    : ''
  return {
    who: azureName(push.at('pushedBy')),
    where,
    kind,
    ref: { name, url: isKnown && name !== '' ? `${where.url}?version=${version}` : '' },
    change,
    url: isKnown && change === 'updated' && range !== '' ? `${where.url}/branchCompare?${range}` : '',
    commits: commits.items.map(commit => commitOf(where.url, commit)),
    total: commits.length,
  }
}

function changeOf(before: string, after: string): ForgePush['change'] {
  if (isNoCommit(after)) return 'deleted'
  return isNoCommit(before) ? 'created' : 'updated'
}

function commitOf(url: string, commit: Native) {
  const sha = commit.at('commitId').text
  return {
    sha,
    url: azureCommitUrl({ name: '', url }, sha),
    message: commit.at('comment').text,
    author: commit.at('author', 'name').text,
  }
}
