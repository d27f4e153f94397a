"""Results that students hand in as a code and a teacher checks: no accounts, and nothing is stored.

A *course* is a name in the links of a class. The students' link has only the name; the teacher's
link has a key as well. That key and the key that signs codes are both derived from the server's own
key and the name. So there is nothing to store, and a student's link has nothing to sign with.
"""
