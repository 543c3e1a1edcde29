import { Icon } from '../ui/icon.js'

/** Leads back to the newest post from wherever one has scrolled to. */
export function JumpButton({ onJump }: { onJump: () => void }) {
  return (
    <button
      type="button"
      onClick={onJump}
      className="absolute bottom-3 left-1/2 flex h-8 -translate-x-1/2 items-center gap-2 rounded-full border border-line bg-raised px-3 text-sm font-medium shadow-pop hover:bg-hover"
    >
      <Icon name="arrow-down" />
      Jump to newest
    </button>
  )
}
