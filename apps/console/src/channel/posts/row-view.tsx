import { memo } from 'react'
import { DayLine, NewLine, StartLine, SystemLine } from './lines.js'
import { Post } from './post.js'
import { isSystemMessage, type Row } from './rows.js'

type RowViewProps = {
  row: Row
  /** What the channel is called. */
  title: string
  /** The post that the address leads to. */
  linked: string | undefined
}

/** Drawn again only when it changes, not whenever somebody scrolls. */
export const RowView = memo(({ row, title, linked }: RowViewProps) => {
  switch (row.kind) {
    case 'start':
      return <StartLine title={title} />
    case 'day':
      return <DayLine at={row.at} />
    case 'new':
      return <NewLine />
    case 'post':
      return isSystemMessage(row.post) ? (
        <SystemLine post={row.post} />
      ) : (
        <Post post={row.post} goesOn={row.goesOn} isLinked={row.post.id === linked} />
      )
  }
})
