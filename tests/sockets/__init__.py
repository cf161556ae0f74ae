"""Tests of sockets, in this process and over the network."""
