import { formatBytes, formatShare } from '../../format/amount.js'
import { IconButton } from '../../ui/button.js'
import type { FileToSend } from './use-attachments.js'

/** The files of a post that is being written, with their progress. */
export function Attachments({ list, onRemove }: { list: FileToSend[]; onRemove: (key: number) => void }) {
  return (
    <ul aria-label="Files to send" className="mb-1 flex flex-wrap gap-2">
      {list.map(({ key, name, size, share, id, trouble }) => (
        <li
          key={key}
          className="flex max-w-full items-center gap-2 rounded-lg border border-line bg-raised py-1 pr-1 pl-3"
        >
          <div className="min-w-0">
            <span className="block truncate" dir="auto" title={name}>
              {name}
            </span>
            {trouble ? (
              <span role="alert" className="block text-sm text-bad">
                {trouble}
              </span>
            ) : id ? (
              <span className="block text-sm text-quiet">{formatBytes(size)}</span>
            ) : (
              <progress
                aria-label={`Uploading ${name}`}
                value={share}
                max={1}
                className="block h-1.5 w-40 max-w-full accent-accent"
              >
                {formatShare(share)}
              </progress>
            )}
          </div>
          <IconButton
            icon="x"
            label={(id ?? trouble) ? `Remove ${name}` : `Cancel ${name}`}
            onClick={() => onRemove(key)}
          />
        </li>
      ))}
    </ul>
  )
}
