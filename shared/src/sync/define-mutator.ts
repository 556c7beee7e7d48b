export * from '../entries/define-mutator'
