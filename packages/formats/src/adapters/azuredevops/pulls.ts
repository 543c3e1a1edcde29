import type { Adapted, Skipped } from '../adapter.js'
import { secondsBetween } from '../forges/build.js'
import { type EventReader, eventWords, keyFor, notShown, threadKeyOf } from '../forges/events.js'
import { refOf } from '../forges/push.js'
import {
  addressBelow,
  branches,
  excerpt,
  type ForgePlace,
  lines,
  numbered,
  sentence,
} from '../forges/sentence.js'
import { joined } from '../markdown.js'
import type { Native } from '../native.js'
import {
  azureMessageLink,
  azureMessageName,
  azureName,
  azureRepository,
  azureWebLink,
} from './azure-values.js'

type Act = { sign?: string; did: string; after?: string }

/**
 * What the message says after the person's name, because nothing else names the update. The title comes behind a
 * bracket, so a title such as `Bob approved` means nothing here.
 */
const updates: [words: RegExp, act: Act][] = [
  [/^([^(]{1,100}?) (?:has )?(?:marked the pull request as completed|completed)\b/i, { did: 'merged' }],
  [/^([^(]{1,100}?) (?:has )?(?:marked the pull request as abandoned|abandoned)\b/i, { did: 'abandoned' }],
  [/^([^(]{1,100}?) (?:has )?reactivated\b/i, { did: 'reactivated' }],
  [
    /^([^(]{1,100}?) (?:has )?approved and left suggestions\b/i,
    { sign: '✅', did: 'approved', after: 'with suggestions' },
  ],
  [/^([^(]{1,100}?) (?:has )?approved\b/i, { sign: '✅', did: 'approved' }],
  [/^([^(]{1,100}?) (?:has )?rejected\b/i, { sign: '❌', did: 'rejected' }],
  [/^([^(]{1,100}?) (?:is )?waiting for the author\b/i, { sign: '⚠️', did: 'waits for the author of' }],
  [/^([^(]{1,100}?) (?:has )?published\b/i, { did: 'published' }],
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
  const [from = '', to = ''] = ['sourceRefName', 'targetRefName'].map(key => refOf(pull.at(key).text).name)
  const first = sentence({
    who: azureName(pull.at('createdBy')),
    did: `opened the ${pull.at('isDraft').isTrue ? 'draft ' : ''}pull request`,
    item: placeOf(pull),
    where: azureRepository(pull.at('repository')),
  })
  const text = lines(first, branches(from, to), excerpt(pull.at('description')))
  return { event, text, ...threadOfPull(pull) }
}

/** Reads `git.pullrequest.updated`. */
export const azurePullUpdated: EventReader = (body, event) => {
  const message = body.at('message', 'text').text.slice(0, 500)
  for (const [words, act] of updates) {
    const who = words.exec(message)?.[1]
    if (who !== undefined) return acted(body.at('resource'), event, who, act)
  }
  return message === '' ? ended(body, event) : notShown(event, 'only some updates are shown')
}

/** Without a message, only the status tells what happened. */
function ended(body: Native, event: string): Adapted | Skipped {
  const pull = body.at('resource')
  const did = eventWords({ completed: 'merged', abandoned: 'abandoned' }, pull.at('status').text)
  if (!did) return notShown(event, 'an update without a message does not say what happened')
  return acted(pull, event, azureName(pull.at('closedBy')), { did })
}

/** Reads `git.pullrequest.merged`, an attempt to merge. Most attempts only look for conflicts. */
export const azureMergeAttempt: EventReader = (body, event) => {
  const pull = body.at('resource')
  if (pull.at('status').text === 'completed')
    return acted(pull, event, azureName(pull.at('closedBy')), { did: 'merged' })
  if (pull.at('mergeStatus').text === 'conflicts')
    return acted(pull, event, 'Azure Repos', { sign: '⚠️', did: 'found merge conflicts in' })
  if (/^(?:failure|rejectedByPolicy)$/i.test(pull.at('mergeStatus').text))
    return acted(pull, event, 'Azure Repos', { sign: '❌', did: 'could not merge' })
  return notShown(event, 'only merges and failed merges are shown')
}

/** Returns the branches of a pull request in brackets. */
function branchesOf(pull: Native): string {
  const [from = '', to = ''] = ['sourceRefName', 'targetRefName'].map(key => refOf(pull.at(key).text).name)
  const both = branches(from, to)
  return both && `(${both})`
}

/** A merge is announced by both events, and shown once. */
function acted(pull: Native, event: string, who: string, act: Act): Adapted {
  const where = azureRepository(pull.at('repository'))
  const key = act.did === 'merged' ? keyFor('merged', where.name, pull.at('pullRequestId').text) : undefined
  return {
    event,
    text: sentence({ ...act, who, item: placeOf(pull), after: joined([branchesOf(pull), act.after]), where }),
    ...threadOfPull(pull),
    ...(key !== undefined && { updateKey: key }),
  }
}

/** Reads `ms.vss-code.git-pullrequest-comment-event`. */
export const azurePullComment: EventReader = (body, event) => {
  const [comment, pull] = [body.at('resource', 'comment'), body.at('resource', 'pullRequest')]
  if (comment.at('commentType').text === 'system')
    return notShown(event, 'comments that Azure DevOps writes itself are not shown')
  if (comment.at('isDeleted').isTrue) return notShown(event, 'deleted comments are not shown')
  const isEdited = wasEdited(comment) || /\bhas edited\b/i.test(body.at('message', 'text').text.slice(0, 300))
  const place = placeOf(pull)
  const first = sentence({
    who: azureName(comment.at('author')) || azureMessageName(body),
    did: isEdited ? 'edited a comment on' : 'commented on',
    item: { ...place, url: azureMessageLink(body) || place.url },
    where: azureRepository(pull.at('repository')),
  })
  return { event, text: lines(first, excerpt(comment.at('content'))), ...threadOfPull(pull) }
}

/** The dates of a new comment are the same. */
function wasEdited(comment: Native): boolean {
  const [written, changed] = ['publishedDate', 'lastContentUpdatedDate'].map(key => comment.at(key).text)
  return (secondsBetween(written ?? '', changed ?? '') ?? 0) >= 1
}
