import { type EventReader, notShown } from '../forges/events.js'
import { type ForgePush, pushText } from '../forges/push.js'
import { joined } from '../markdown.js'
import type { Native } from '../native.js'
import { bitbucketActor, bitbucketAuthor, bitbucketLink, bitbucketRepository } from './common.js'

/** Branches and tags of one push that a post shows. */
const maxRefs = 5

/** Reads `repo:push`, which announces all branches and tags that a push changed. */
export const bitbucketPush: EventReader = (body, event) => {
  const changes = body.at('push', 'changes').items
  if (changes.length === 0) return notShown(event, 'the push changed nothing')
  const shown = changes.slice(0, maxRefs).map(change => pushText(pushOf(body, change)))
  const hidden = body.at('push', 'changes').length - shown.length
  const more = hidden > 0 && `… and ${hidden} more branches and tags`
  return { event, text: joined([...shown, more], '\n\n') }
}

function pushOf(body: Native, change: Native): ForgePush {
  const isDeleted = change.at('closed').isTrue || !change.at('new').exists
  const isCreated = change.at('created').isTrue || !change.at('old').exists
  const ref = isDeleted ? change.at('old') : change.at('new')
  const isTag = ref.at('type').text.endsWith('tag')
  const isUpdate = !isDeleted && !isCreated
  return {
    who: bitbucketActor(body),
    where: bitbucketRepository(body),
    kind: isTag ? 'tag' : 'branch',
    ref: { name: ref.at('name').text, url: isDeleted ? '' : bitbucketLink(ref) },
    change: changeOf(isDeleted, isCreated, change.at('forced').isTrue),
    url: bitbucketLink(change),
    commits: isUpdate && !isTag ? change.at('commits').items.map(commitOf) : [],
    hasMore: isUpdate && change.at('truncated').isTrue,
  }
}

function changeOf(isDeleted: boolean, isCreated: boolean, isForced: boolean): ForgePush['change'] {
  if (isDeleted) return 'deleted'
  if (isCreated) return 'created'
  return isForced ? 'forced' : 'updated'
}

function commitOf(commit: Native) {
  return {
    sha: commit.at('hash').text,
    url: bitbucketLink(commit),
    message: commit.at('message').text,
    author: bitbucketAuthor(commit),
  }
}
