import { getFromView, type EntryView } from '../entries/entry-tx'
import { workspaceKey, workspaceSchema, type Workspace } from './workspace'

/** Returns the workspace's settings; undefined only before the first pull of a new browser. */
export function getWorkspace(view: EntryView): Workspace | undefined {
  return getFromView(view, workspaceSchema, workspaceKey)
}
