"""`python -m book` is the same command as `book`."""

from book.cli import main

if __name__ == "__main__":
    main()
