"""What is made of the text: figures, PDF, EPUB, and the engine that makes each only when it must."""
