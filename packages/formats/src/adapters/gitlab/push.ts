import type { EventReader } from '../forges/events.js'
import { addressBelow } from '../forges/place.js'
import { type ForgePush, isNoCommit, pushText, refOf } from '../forges/push.js'
import { latest } from '../forges/sentence.js'
import type { Native } from '../native.js'
import { gitlabProject, gitlabUser } from './common.js'

/** Reads `push` and `tag_push`. */
export const gitlabPush: EventReader = (body, event) => {
  const { kind, name } = refOf(body.at('ref').text)
  const where = gitlabProject(body)
  const [before, after] = [body.at('before').text, body.at('after').text]
  const change = changeOf(before, after)
  const page = `-/${kind === 'tag' ? 'tags' : 'tree'}/${name}`
  return {
    event,
    text: pushText({
      who: gitlabUser(body),
      where,
      kind,
      change,
      ref: { name, url: change === 'deleted' ? '' : addressBelow(where.url, page) },
      url: addressBelow(where.url, change === 'updated' ? `-/compare/${before}...${after}` : ''),
      commits: kind === 'tag' ? [] : latest(body.at('commits')).map(gitlabCommit),
      total: kind === 'tag' ? 0 : (body.at('total_commits_count').number ?? 0),
    }),
  }
}

function changeOf(before: string, after: string): ForgePush['change'] {
  if (isNoCommit(after)) return 'deleted'
  return isNoCommit(before) ? 'created' : 'updated'
}

export function gitlabCommit(commit: Native) {
  return {
    sha: commit.at('id').text,
    url: commit.at('url').text,
    message: commit.at('title').text || commit.at('message').text,
    author: commit.at('author', 'name').text,
  }
}
