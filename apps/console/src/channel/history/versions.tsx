import type { PostObject, PostVersionObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/client/api.js'
import { useTeam } from '../../data/current-team.js'
import { ErrorState, Loading } from '../../server/states.js'
import { Badge } from '../../ui/badge.js'
import { Modal } from '../../ui/modal.js'
import { Time } from '../../ui/time.js'
import { Changes } from './changes.js'
import { ShowDelivery } from './show-delivery.js'

/** The versions of a post, newest first, with what each changed. */
export function Versions({ post, onClose }: { post: PostObject; onClose: () => void }) {
  const { id: team } = useTeam()
  const { id, channel_id: channel, edit_at: editAt } = post
  const { data, error, refetch } = useQuery({
    queryKey: ['versions', id, editAt],
    queryFn: ({ signal }) => api.listPostVersions({ params: { team, channel, post: id }, signal }),
    placeholderData: known => known, // while the next version loads
  })
  return (
    <Modal title="Versions" wide onClose={onClose}>
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the versions" />)}
      <ol className="flex flex-col gap-4">
        {data?.map((version, index) => (
          <Version
            key={`${version.edit_at} ${version.delivery_id}`}
            {...{ post, version }}
            before={data[index + 1]}
            isCurrent={index === 0}
          />
        ))}
      </ol>
    </Modal>
  )
}

type VersionProps = {
  post: PostObject
  version: PostVersionObject
  before: PostVersionObject | undefined
  isCurrent: boolean
}

function Version({ post, version, before, isCurrent }: VersionProps) {
  return (
    <li className="rounded-md border border-line">
      <header className="flex min-h-9 items-center gap-2 border-b border-line px-3 py-1 text-sm">
        <h3 className="font-medium tabular-nums">
          <Time at={version.edit_at} form="seconds" />
        </h3>
        {isCurrent && <Badge look="accent">Current</Badge>}
        <span className="flex-auto" />
        {version.delivery_id !== '' && <ShowDelivery post={post} delivery={version.delivery_id} />}
      </header>
      <Changes before={before?.html} after={version.html} />
    </li>
  )
}
