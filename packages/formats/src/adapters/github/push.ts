import type { EventReader } from '../forges/events.js'
import { addressBelow } from '../forges/place.js'
import { type ForgeCommit, type ForgePush, pushText, refOf } from '../forges/push.js'
import { latest } from '../forges/sentence.js'
import type { Native } from '../native.js'
import { githubBranch, githubRepository, githubSender } from './common.js'

/** Reads `push`, which also announces new and deleted branches and tags. */
export const githubPush: EventReader = (body, event) => {
  const { kind, name } = refOf(body.at('ref').text)
  const where = githubRepository(body)
  const commits = latest(body.at('commits')).map(githubCommit)
  const ref =
    kind === 'tag' ? { name, url: addressBelow(where.url, `releases/tag/${name}`) } : githubBranch(body, name)
  return {
    event,
    text: pushText({
      who: body.at('pusher', 'name').text || githubSender(body),
      where,
      kind,
      change: changeOf(body),
      ref: body.at('deleted').isTrue ? { name, url: '' } : ref,
      url: body.at('compare').text,
      commits,
      total: body.at('commits').length,
    }),
  }
}

function changeOf(body: Native): ForgePush['change'] {
  if (body.at('deleted').isTrue) return 'deleted'
  if (body.at('created').isTrue) return 'created'
  return body.at('forced').isTrue ? 'forced' : 'updated'
}

export function githubCommit(commit: Native): ForgeCommit {
  const { text: author } = commit.at('author', 'username')
  return {
    sha: commit.at('id').text,
    url: commit.at('url').text,
    message: commit.at('message').text,
    author: author || commit.at('author', 'name').text,
  }
}
