import { memo } from 'react'
import { DayLine, NewLine, RepliesLine, StartLine, SystemLine } from './lines.js'
import { Post } from './post.js'
import { isSystemMessage, type Row } from './rows.js'

type RowViewProps = {
  row: Row
  /** The channel's title. */
  title: string
  /** The post that the URL links to. */
  linked: string | undefined
}

/** A memoized row: it renders when it changes, not on every scroll. */
export const RowView = memo(({ row, title, linked }: RowViewProps) => {
  switch (row.kind) {
    case 'start':
      return <StartLine title={title} />
    case 'day':
      return <DayLine at={row.at} />
    case 'new':
      return <NewLine />
    case 'replies':
      return <RepliesLine count={row.count} />
    case 'post':
      return isSystemMessage(row.post) ? (
        <SystemLine post={row.post} />
      ) : (
        <Post row={row} isLinked={row.post.id === linked} />
      )
  }
})
