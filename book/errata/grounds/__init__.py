"""Grounds on which a premise is settled: one kind of evidence each, a witness over a dispute."""
