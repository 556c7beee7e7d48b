export * from '../entries/entry-tx'
