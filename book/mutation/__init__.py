"""Mutation: change the book in one place at a time, and see whether its check tells.

`rehearsal` says what a check would find if something were otherwise, without writing or running
anything it need not; `prose`, `programs` and `pictures` make the changes and judge them;
`survivors` knows those that nobody can tell, each with a reason; `record` writes what came of it.
"""
