import { type EventReader, notShown, threadKeyOf } from '../forges/events.js'
import { addressBelow, type ForgePlace, numbered } from '../forges/place.js'
import { refOf } from '../forges/push.js'
import { excerpt, lines, sentence } from '../forges/sentence.js'
import { code, joined } from '../markdown.js'
import type { Native } from '../native.js'
import { azureName, azureRepository, azureWebLink } from './common.js'

/** Only the message says what was updated, and by whom: `Alice Weber approved pull request 42 …`. */
const updates: [words: RegExp, act: { sign?: string; did: string }][] = [
  [/^(.{1,100}?) (?:has )?(?:marked the pull request as completed|completed)\b/i, { did: 'merged' }],
  [/^(.{1,100}?) (?:has )?(?:marked the pull request as abandoned|abandoned)\b/i, { did: 'abandoned' }],
  [/^(.{1,100}?) (?:has )?reactivated\b/i, { did: 'reactivated' }],
  [/^(.{1,100}?) (?:has )?approved\b/i, { sign: '✅', did: 'approved' }],
  [/^(.{1,100}?) (?:has )?rejected\b/i, { sign: '❌', did: 'rejected' }],
  [/^(.{1,100}?) (?:is )?waiting for the author\b/i, { sign: '⚠️', did: 'waits for the author of' }],
  [/^(.{1,100}?) (?:has )?published\b/i, { did: 'published' }],
]

function placeOf(pull: Native): ForgePlace {
  const id = pull.at('pullRequestId').text
  const repository = azureRepository(pull.at('repository'))
  const page = addressBelow(repository.url, id && `pullrequest/${id}`)
  return { name: numbered(pull.at('pullRequestId'), pull.at('title'), '!'), url: azureWebLink(pull) || page }
}

function threadOfPull(pull: Native) {
  return threadKeyOf('pull', azureRepository(pull.at('repository')).name, pull.at('pullRequestId').text)
}

/** Reads `git.pullrequest.created`. */
export const azurePullCreated: EventReader = (body, event) => {
  const pull = body.at('resource')
  const branches = ['sourceRefName', 'targetRefName'].map(key => code(refOf(pull.at(key).text).name))
  const first = sentence({
    who: azureName(pull.at('createdBy')),
    did: `opened the ${pull.at('isDraft').isTrue ? 'draft ' : ''}pull request`,
    item: placeOf(pull),
    where: azureRepository(pull.at('repository')),
  })
  const text = lines(first, joined(branches, ' → '), excerpt(pull.at('description')))
  return { event, text, ...threadOfPull(pull) }
}

/** Reads `git.pullrequest.updated`. */
export const azurePullUpdated: EventReader = (body, event) => {
  const pull = body.at('resource')
  const message = body.at('message', 'text').text.slice(0, 500)
  for (const [words, act] of updates) {
    const found = words.exec(message)
    if (!found) continue
    const where = azureRepository(pull.at('repository'))
    const first = sentence({ ...act, who: found[1] ?? '', item: placeOf(pull), where })
    return { event, text: first, ...threadOfPull(pull) }
  }
  return notShown(event, 'only some updates are shown')
}

/** Reads `git.pullrequest.merged`, an attempt to merge. */
export const azureMergeAttempt: EventReader = (body, event) => {
  const pull = body.at('resource')
  if (pull.at('mergeStatus').text !== 'conflicts')
    return notShown(event, 'only attempts to merge that find conflicts are shown')
  const first = sentence({
    sign: '⚠️',
    who: 'Azure Repos',
    did: 'found merge conflicts in',
    item: placeOf(pull),
    where: azureRepository(pull.at('repository')),
  })
  return { event, text: first, ...threadOfPull(pull) }
}

/** Reads `ms.vss-code.git-pullrequest-comment-event`. */
export const azurePullComment: EventReader = (body, event) => {
  const [comment, pull] = [body.at('resource', 'comment'), body.at('resource', 'pullRequest')]
  if (comment.at('commentType').text === 'system')
    return notShown(event, 'comments that Azure DevOps writes itself are not shown')
  const first = sentence({
    who: azureName(comment.at('author')),
    did: 'commented on',
    item: placeOf(pull),
    where: azureRepository(pull.at('repository')),
  })
  return { event, text: lines(first, excerpt(comment.at('content'))), ...threadOfPull(pull) }
}
